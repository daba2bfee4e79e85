"""One training sample: a face, what is drawn over it, and its masks."""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from faces.frame import NET_SIDE, STORED_SIDE, VIEW
from faces.library import Face
from generator import light, scene as kinds, truth
from generator.camera import photograph
from generator.canvas import BIG, blend, blur, darken, shift
from generator.chance import Chance
from generator.covers.cloth import cloth
from generator.covers.hand import hand, load_hands
from generator.covers.things import thing
from generator.glasses.wear import wear_glasses
from generator.hair.beard import wear_beard
from generator.hair.wear import wear_hair
from generator.head import Head
from generator.mirror import mirrored_landmarks
from generator.scene import COVER, Scene
from generator.textures import Textures

NOSE = 5


@dataclass
class Recipe:
    """How often what is drawn."""

    glasses: float = 0.52
    hair: float = 0.34
    beard: float = 0.3
    cover: float = 0.28
    hand: float = 0.45
    """Of the covers; the rest are things and cloth."""
    lamps: float = 0.16
    retone: float = 0.16
    decoys: float = 0.3


class Composer:
    """Draws samples from libraries of faces; each person of a library is as likely as every other."""

    def __init__(self, libraries: list[list[Face]], shares: list[float], hands: Path | None, recipe: Recipe):
        """shares: how much of the samples comes from each library; they sum up to 1."""
        self.recipe, self.shares = recipe, shares
        self.textures = Textures([face for library in libraries for face in library])
        self.hands = load_hands(hands)
        self.mirror = mirrored_landmarks()
        self.libraries = [_by_person(library) for library in libraries]

    def sample(self, chance: Chance) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Picture (160, 160, 3) uint8, masks (6, 160, 160) uint8, and known (160, 160) uint8.

        Bits 0-5 of `known` tell whether the classes are known at a pixel, bit 6 whether it lies on the face.
        """
        face = self._choose(chance)
        scene, skin, known = self._open(face, chance)
        self._dress(scene)
        if chance.happens(0.35):
            light.relight(scene, self.recipe.lamps)
        hidden = scene.labels.max(0)
        labels = np.concatenate([scene.labels, (skin * (1 - hidden))[None]])
        known = np.concatenate([known | (hidden > 0.3), truth.inside_outline(scene.head)[None]])
        small = (NET_SIDE, NET_SIDE)
        picture = cv2.resize(np.clip(scene.image, 0, 255), small, interpolation=cv2.INTER_AREA)
        masks = np.stack([cv2.resize(label, small, interpolation=cv2.INTER_AREA) for label in labels])
        bits = sum(
            cv2.resize(plane.astype(np.uint8), small, interpolation=cv2.INTER_NEAREST) << bit
            for bit, plane in enumerate(known)
        )
        return photograph(picture, chance), (masks * 255).astype(np.uint8), bits.astype(np.uint8)

    def _choose(self, chance: Chance) -> Face:
        library = self.libraries[int(chance.numbers.choice(len(self.libraries), p=self.shares))]
        return chance.choice(chance.choice(library))

    def _open(self, face: Face, chance: Chance) -> tuple[Scene, np.ndarray, np.ndarray]:
        """The face on the canvas, shaken, perhaps mirrored; where its skin is; what is known of it."""
        matrix, landmarks = self._shaken(face, chance)
        warp = lambda field, flags: cv2.warpAffine(
            field, matrix, (BIG, BIG), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        image = warp(face.pixels, cv2.INTER_CUBIC).astype(np.float32)
        materials = warp(face.materials, cv2.INTER_NEAREST)
        head = Head(landmarks)
        x, y = np.clip(head.pixel(NOSE), 0, BIG - 1).astype(int)
        brightness = float(np.clip(0.45 + 0.55 * np.median(image[y, x]) / 180, 0.4, 1.15))
        scene = Scene(chance, image, head, truth.own_labels(materials, head), brightness)
        return scene, truth.own_skin(materials, head), truth.known_before(materials, head, face.notes)

    def _shaken(self, face: Face, chance: Chance) -> tuple[np.ndarray, np.ndarray]:
        scale = BIG / (STORED_SIDE * VIEW * chance.between(0.9, 1.16))
        turn, stretch = chance.between(-0.16, 0.16), chance.between(0.94, 1.06)
        c, s = np.cos(turn) * scale, np.sin(turn) * scale
        linear = np.array([[c * stretch, s], [-s, c / stretch]])
        mirrored = chance.happens(0.5)
        if mirrored:
            linear = np.array([[-1, 0], [0, 1]]) @ linear
        centre = np.full(2, STORED_SIDE / 2) + chance.normal(5)
        matrix = np.c_[linear, BIG / 2 - linear @ centre]
        landmarks = face.landmarks.copy()
        landmarks[:, :2] = landmarks[:, :2] @ linear.T + matrix[:, 2]
        landmarks[:, 2] *= scale
        return matrix, landmarks[self.mirror] if mirrored else landmarks

    def _dress(self, scene: Scene) -> None:
        chance, recipe = scene.chance, self.recipe
        if chance.happens(recipe.retone):
            light.retone_skin(scene)
        if chance.happens(0.5):
            light.relight(scene, recipe.lamps)
        if chance.happens(recipe.decoys):
            light.add_decoys(scene)
        if chance.happens(recipe.beard) and scene.labels[kinds.BEARD].max() < 0.5:
            wear_beard(scene)
        layers = [
            (recipe.hair, lambda: wear_hair(scene, self.textures)),
            (recipe.glasses, lambda: wear_glasses(scene)),
        ]
        for probability, wear in layers if chance.happens(0.5) else layers[::-1]:
            if chance.happens(probability):
                wear()
        if chance.happens(recipe.cover):
            self._cover(scene)

    def _cover(self, scene: Scene) -> None:
        chance, mm = scene.chance, scene.head.mm
        if chance.happens(self.recipe.hand):
            colours, alpha = hand(scene, self.hands)
        else:
            colours, alpha = (thing if chance.happens(0.55) else cloth)(scene, self.textures)
        if chance.happens(0.7):
            fallen = shift(blur(alpha, chance.between(1, 5) * mm), chance.between(-5, 5), chance.between(-2, 8))
            darken(scene.image, fallen * chance.between(0.1, 0.5))
        blend(scene.image, colours, alpha)
        scene.lay(COVER, alpha)


def _by_person(faces: list[Face]) -> list[list[Face]]:
    people: dict[str, list[Face]] = defaultdict(list)
    for face in faces:
        people[face.person].append(face)
    return list(people.values())
