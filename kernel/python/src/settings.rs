//! The settings of a search, each declared once here for both directions.

use plywise_core::search::{self as searches, CheckExtension};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::door::{BadSetting, raise};

/// How to search; 0, false or "" stand for "none" in limits and options.
#[pyclass(frozen, module = "plywise._kernel")]
#[derive(Clone)]
pub struct Settings(pub searches::Settings);

/// A setting as Python writes it.
trait Field: Sized {
    fn read(given: &Bound<'_, PyAny>) -> PyResult<Self>;
    fn write<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>>;
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
                given.extract()
            }
            fn write<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                Ok(self.into_pyobject(py)?.to_owned().into_any())
            }
        }
    )*};
}
plain!(bool, u32, u64, usize, i32, f64);

impl<T: Field + Default + PartialEq> Field for Option<T> {
    fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Some(T::read(given)?).filter(|value| *value != T::default()))
    }
    fn write<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.as_ref().unwrap_or(&T::default()).write(py)
    }
}

/// The check extension by name, with a name for none.
#[derive(Clone, Copy, PartialEq, Default)]
struct CheckName(Option<CheckExtension>);

impl Field for CheckName {
    fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let name: String = given.extract()?;
        match name.as_str() {
            "" => Ok(Self(None)),
            "evasions" => Ok(Self(Some(CheckExtension::Evasions))),
            "checks" => Ok(Self(Some(CheckExtension::Checks))),
            _ => Err(BadSetting::new_err(format!(
                "check_extension {name:?} is neither \"evasions\" nor \"checks\" (nor \"\" for none)"
            ))),
        }
    }
    fn write<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let name = match self.0 {
            None => "",
            Some(CheckExtension::Evasions) => "evasions",
            Some(CheckExtension::Checks) => "checks",
        };
        Ok(PyString::new(py, name).into_any())
    }
}

/// Both directions of all settings from one list of their names.
macro_rules! settings {
    ($($name:ident),* $(,)?) => {
        fn set(settings: &mut searches::Settings, name: &str, given: &Bound<'_, PyAny>) -> PyResult<()> {
            match name {
                "check_extension" => settings.check_extension = CheckName::read(given)?.0,
                $(stringify!($name) => settings.$name = Field::read(given)?,)*
                _ => return Err(PyTypeError::new_err(format!("Settings has no option {name:?}"))),
            }
            Ok(())
        }

        fn write_all(settings: &searches::Settings, dict: &Bound<'_, PyDict>) -> PyResult<()> {
            let py = dict.py();
            dict.set_item("check_extension", CheckName(settings.check_extension).write(py)?)?;
            $(dict.set_item(stringify!($name), settings.$name.write(py)?)?;)*
            Ok(())
        }
    };
}
settings!(
    depth,
    nodes,
    milliseconds,
    partial_iterations,
    threads,
    quiescence,
    quiescence_plies,
    quiescence_evasions,
    leaf_noise,
    evaluation_noise,
    table_entries,
    probes,
    twin,
    deeper_entries,
    ettc,
    history_heuristic,
    killers,
    refutation,
    see,
    pvs,
    aspiration,
    mtd,
    mtd_resolution,
    recapture_extension,
    singular_extension,
    capture_extension,
    knightcap_extensions,
    null_move,
    null_again,
    null_scaled,
    razoring,
    late_move_reductions,
    futility,
    expectimax,
    steepness,
    candidates,
    candidate_margin,
    teaches,
    teaches_quiet,
    teaches_bounds,
    teaches_line,
    scale,
    random_play,
    history_draws,
    random_ties,
    noise,
);

#[pymethods]
impl Settings {
    #[new]
    #[pyo3(signature = (**options))]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut settings = searches::Settings::default();
        for (name, given) in options.into_iter().flatten() {
            set(&mut settings, name.extract()?, &given)?;
        }
        settings.check().map_err(raise)?;
        Ok(Self(settings))
    }

    /// The settings by name.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        write_all(&self.0, &dict)?;
        Ok(dict)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Settings(**{})", self.as_dict(py)?))
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        Ok((PyTuple::empty(py), self.as_dict(py)?))
    }
}
