//! What every call across the border shares: errors, Ctrl-C, the GIL, panics.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use plywise_core::error::Error;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

pyo3::create_exception!(plywise, BadInput, PyValueError, "A mistake in what the caller passed.");
pyo3::create_exception!(plywise, BadPosition, BadInput, "A text that is no position of the game.");
pyo3::create_exception!(plywise, IllegalMove, BadInput, "A move that the rules do not allow.");
pyo3::create_exception!(plywise, UnknownName, BadInput, "A name that does not exist.");
pyo3::create_exception!(plywise, BadSetting, BadInput, "A setting outside its range.");
pyo3::create_exception!(
    plywise,
    KernelBug,
    PyRuntimeError,
    "A fault of plywise itself: please report it."
);

/// The Python exception for an error of the kernel.
pub fn raise(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::BadPosition { .. } => BadPosition::new_err(message),
        Error::IllegalMove { .. } => IllegalMove::new_err(message),
        Error::UnknownName { .. } => UnknownName::new_err(message),
        Error::BadSetting(_) => BadSetting::new_err(message),
        Error::NoMemory(_) => PyMemoryError::new_err(message),
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
    }
}

/// A flag that ends kernel calls running in other threads.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// From now on, calls that were given this flag raise KeyboardInterrupt.
    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    #[getter]
    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long Ctrl-C may wait. Asking Python takes the GIL, so it is not done at every poll.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(20);

/// Runs `work` without the GIL. Its argument says whether to stop: because `stop` is set, or
/// because a signal handler raised (Ctrl-C).
pub fn long_call<T: Send>(
    py: Python<'_>,
    stop: Option<&Stop>,
    work: impl FnOnce(&dyn Fn() -> bool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let stop = stop.cloned().unwrap_or_default();
    let raised = py.detach(|| {
        let asked = std::cell::Cell::new(Instant::now());
        let signal = std::cell::RefCell::new(None);
        let control = || {
            if stop.is_set() {
                return true;
            }
            if asked.get().elapsed() < SIGNAL_INTERVAL {
                return false;
            }
            asked.set(Instant::now());
            match Python::attach(|py| py.check_signals()) {
                Ok(()) => false,
                Err(error) => {
                    *signal.borrow_mut() = Some(error);
                    true
                }
            }
        };
        let done = caught(|| work(&control));
        (done, signal.into_inner())
    });
    match raised {
        (_, Some(error)) => Err(error),
        (done, None) => done,
    }
}

/// Runs `work` and raises what it fails with: an error, a panic, or what a Python function raised.
pub fn caught<T>(work: impl FnOnce() -> Result<T, Error>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(raise),
        Err(panic) => Err(unwound(panic)),
    }
}

/// An exception of a Python feature unwinds as itself; everything else is our own fault.
fn unwound(panic: Box<dyn Any + Send>) -> PyErr {
    let panic = match panic.downcast::<PyErr>() {
        Ok(raised) => return *raised,
        Err(panic) => panic,
    };
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown panic");
    KernelBug::new_err(format!("the kernel failed: {text}; please report this"))
}

/// Text from Python. Arguments of the command line that are no Unicode arrive with lone surrogates:
/// they become �, so that the message about a wrong name or position can show them.
pub struct Text(pub String);

impl<'a, 'py> FromPyObject<'a, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(object.cast::<PyString>()?.to_string_lossy().into_owned()))
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A number of plies that a recursion can bear.
///
/// # Errors
/// A `BadSetting` with the number and the limit.
pub fn plies_within(depth: u32, limit: u32) -> PyResult<u32> {
    if depth <= limit {
        return Ok(depth);
    }
    Err(BadSetting::new_err(format!("depth {depth} is not between 0 and {limit}")))
}
