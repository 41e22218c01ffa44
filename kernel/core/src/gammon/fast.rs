//! The widest vectors that the machine has, chosen when the program runs.

/// How wide the machine's vectors are. The same bits come of all of them: see [`super::lanes`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Fast(pulp::Arch);

impl Fast {
    /// What a function returns, which is compiled for each width. All that it calls must be
    /// `#[inline(always)]`, or it stays as narrow as the rest of the program.
    #[inline(always)]
    pub fn run<R>(self, of: impl FnOnce() -> R) -> R {
        self.0.dispatch(of)
    }
}
