//! BM25: how well documents answer a query, by the terms that they share with it (Robertson and Zaragoza, "The
//! Probabilistic Relevance Framework: BM25 and Beyond", 2009). It knows nothing about words or pages, only
//! counts.

/// How soon more occurrences of a term stop to count (k1). The value that Lucene uses.
const SATURATION: f64 = 1.2;
/// How much the length of a document counts (b). The value that Lucene uses.
const LENGTH_SHARE: f64 = 0.75;

/// What a document has of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// The number of words of the document.
    pub(super) words: usize,
    /// The number of occurrences of each term of the query.
    pub(super) occurrences: Vec<u32>,
}

/// Returns the score of each document; 0 if it has no term of the query. A term that most documents have still
/// counts a little, as in Lucene.
pub(super) fn scores(documents: &[Counts]) -> Vec<f64> {
    let total: usize = documents.iter().map(|document| document.words).sum();
    let mean_words = total as f64 / documents.len().max(1) as f64;
    let terms = documents.first().map_or(0, |document| document.occurrences.len());
    let weights: Vec<f64> = (0..terms).map(|term| weight(documents, term)).collect();
    let score = |document: &Counts| {
        let length = if mean_words > 0.0 { document.words as f64 / mean_words } else { 0.0 };
        let dampening = SATURATION * (1.0 - LENGTH_SHARE + LENGTH_SHARE * length);
        let of_term = |(&count, weight): (&u32, &f64)| {
            let count = f64::from(count);
            weight * count * (SATURATION + 1.0) / (count + dampening)
        };
        document.occurrences.iter().zip(&weights).filter(|(count, _)| **count > 0).map(of_term).sum()
    };
    documents.iter().map(score).collect()
}

/// The weight of a term by the number of documents that have it.
fn weight(documents: &[Counts], term: usize) -> f64 {
    let with = documents.iter().filter(|document| document.occurrences[term] > 0).count() as f64;
    let all = documents.len() as f64;
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(words: usize, occurrences: &[u32]) -> Counts {
        Counts { words, occurrences: occurrences.to_vec() }
    }

    #[test]
    fn rare_terms_short_documents_and_more_occurrences_score_higher() {
        let scores = scores(&[
            counts(10, &[1, 0]),
            counts(10, &[1, 1]),
            counts(40, &[1, 0]),
            counts(10, &[3, 0]),
            counts(10, &[0, 0]),
            counts(10, &[0, 1]),
        ]);
        assert!(scores[1] > scores[0] && scores[0] > scores[2] && scores[3] > scores[0]);
        assert!(scores[5] > scores[0], "the second term is rarer");
        assert_eq!(scores[4], 0.0);
    }

    #[test]
    fn a_score_is_that_of_the_formula() {
        // One of two documents of equal length has the term once: the weight is ln 2, and the rest of the
        // formula is 1.
        let found = scores(&[counts(5, &[1]), counts(5, &[0])]);
        assert!((found[0] - 2f64.ln()).abs() < 1e-12 && found[1] == 0.0, "{found:?}");
    }

    #[test]
    fn nothing_has_no_scores() {
        assert_eq!(scores(&[]), Vec::<f64>::new());
        assert_eq!(scores(&[counts(0, &[0]), counts(0, &[0])]), [0.0, 0.0]);
    }
}
