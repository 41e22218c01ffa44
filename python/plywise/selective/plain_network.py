"""A network as it stands in a file, run in plain Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from plywise.errors import BadInput, BadSetting
from plywise.selective.network import Network

Row = tuple[float, ...]


class Part(BaseModel):
    """Something in a generator's file; mistakes in it are told with their places."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        populate_by_name=True,
    )

    def __init__(self, **fields: Any) -> None:
        try:
            super().__init__(**fields)
        except ValidationError as error:
            raise BadSetting(mistakes(error)) from None


def mistakes(error: ValidationError) -> str:
    """What is wrong, each with the place in the file: "layers.0.bias: ..."."""
    told = []
    for one in error.errors(include_url=False):
        place = ".".join(str(step) for step in one["loc"])
        message = one["msg"].removeprefix("Value error, ")
        told.append(f"{place}: {message}" if place else message)
    return "; ".join(told)


class PlainLayer(Part):
    """A row of weights and a bias for each unit."""

    weights: tuple[Row, ...] = Field(min_length=1)
    bias: Row

    @model_validator(mode="after")
    def _fits(self) -> PlainLayer:
        widths = {len(row) for row in self.weights}
        if len(self.weights) != len(self.bias) or len(widths) != 1:
            raise ValueError(
                f"{len(self.weights)} rows of weights of lengths {sorted(widths)} and "
                f"{len(self.bias)} biases; give a row of one length and a bias for each unit"
            )
        return self


class Scaling(Part):
    """What is done to the counts before the first layer: (count − offset)·scale."""

    offset: Row
    scale: Row


class Body(Part):
    """Layers, what goes in and what the outputs mean."""

    layers: tuple[PlainLayer, ...] = Field(min_length=1)
    outputs: Literal["heights", "pairs"]
    """Heights at set locations, or (height, location) pairs."""
    locations: Row | None = None
    """Of the heights."""
    input: Scaling | None = None

    @model_validator(mode="after")
    def _fits(self) -> Body:
        sizes = [len(self.layers[0].weights[0]), *(len(layer.bias) for layer in self.layers)]
        for layer, size in zip(self.layers, sizes, strict=False):
            if len(layer.weights[0]) != size:
                raise ValueError(
                    f"a layer sees {len(layer.weights[0])} numbers, but there are {size}"
                )
        if self.input and not len(self.input.offset) == len(self.input.scale) == sizes[0]:
            raise ValueError(
                f"{len(self.input.offset)} offsets and {len(self.input.scale)} scales for "
                f"{sizes[0]} inputs"
            )
        if self.outputs == "pairs" and (sizes[-1] % 2 or self.locations is not None):
            raise ValueError(f"{sizes[-1]} outputs are no pairs, or locations are given as well")
        if self.outputs == "heights" and len(self.locations or ()) != sizes[-1]:
            raise ValueError(f"{len(self.locations or ())} locations for {sizes[-1]} heights")
        return self

    @staticmethod
    def fields(network: Network) -> dict[str, Any]:
        """Layers and scaling of a trained network, to make a `Body` of."""
        fields: dict[str, Any] = {
            "layers": tuple(
                PlainLayer(weights=layer.weights.tolist(), bias=layer.bias.tolist())
                for layer in network.layers
            )
        }
        if network.offset is not None and network.scale is not None:
            fields["input"] = Scaling(offset=network.offset.tolist(), scale=network.scale.tolist())
        return fields

    def pairs(self, counts: Sequence[float]) -> tuple[list[float], list[float]]:
        """Locations and raw heights for these counts."""
        outputs = self.run(counts)
        if self.locations is not None:
            return list(self.locations), outputs
        return outputs[1::2], outputs[0::2]

    def run(self, counts: Sequence[float]) -> list[float]:
        """The outputs."""
        inputs = len(self.layers[0].weights[0])
        if len(counts) != inputs:
            raise BadInput(f"{len(counts)} counts for a network that sees {inputs}")
        seen = list(counts)
        if self.input is not None:
            scaled = zip(seen, self.input.offset, self.input.scale, strict=True)
            seen = [(count - offset) * scale for count, offset, scale in scaled]
        for place, layer in enumerate(self.layers):
            sums = [
                bias + sum(w * x for w, x in zip(row, seen, strict=True))
                for row, bias in zip(layer.weights, layer.bias, strict=True)
            ]
            is_last = place == len(self.layers) - 1
            seen = sums if is_last else [0.5 * (1.0 + math.tanh(0.5 * x)) for x in sums]
        return seen
