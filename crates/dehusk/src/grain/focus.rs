//! The focus: whether precision or recall matters more where the model is not sure. It is the only parameter of `grain`.

use crate::method::params::choice;

choice! {
    /// Whether precision or recall matters more where the model is not sure.
    Focus {
        /// Precision matters more: less boilerplate is kept, but some main content is lost.
        Precision "precision",
        /// Precision and recall matter equally.
        Balanced "balanced",
        /// Recall matters more: less main content is lost, but some boilerplate is kept.
        Recall "recall",
    }
}
