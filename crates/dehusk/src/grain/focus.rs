//! What matters more where the model is not sure: the one parameter of `grain`.

use crate::method::params::choice;

choice! {
    /// What matters more where the model is not sure.
    Focus {
        /// Little that is not main content, at the cost of some that is.
        Precision "precision",
        /// Both alike.
        Balanced "balanced",
        /// All of the main content, at the cost of some other text.
        Recall "recall",
    }
}
