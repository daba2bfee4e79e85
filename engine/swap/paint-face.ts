import type { Grid } from './geometry/grid/grid';
import type { Pixels } from './geometry/pixels';
import type { Mask } from './judge/mask';
import type { SwapContext } from './plan-swap';
import type { Tone } from './tone/tone';
import { fadeJaw } from './judge/fade-jaw';
import { createTextureReader, lumaPlane } from './judge/texture';
import { composite } from './paint/composite';
import { shadeSlit } from './paint/mouth/shade-slit';
import { shadeCorners } from './paint/mouth/shade-corners';
import { continueLips } from './paint/mouth/continue-lips';
import { softenOcclusions } from './paint/soften-occlusions';
import { blendOpenings, softenOpenings } from './paint/blend-openings';
import { joinLips } from './paint/mouth/join-lips';
import { brightenEyes } from './paint/eyes/brighten-eyes';
import { recolourIrises } from './paint/eyes/irises';
import { boundRedness } from './paint/eyes/bound-redness';
import { continueBeard } from './paint/beard-below-jaw';
import { matchBlack } from './paint/match-black';
import { easeShadeBelowJaw } from './paint/shade-below-jaw';
import { matchTint } from './paint/match-tint';
import { addGrain, grainSeed, matchTexture, missingGrain } from './paint/texture/match-texture';
import { keepSkinTexture } from './paint/texture/skin-texture';
import { readLips } from './paint/mouth/lip-patch';
import { keepLipTexture } from './paint/mouth/lip-texture';
import { keepHairOverLips } from './paint/mouth/hair-over-lips';
import { rasterizeAt } from './geometry/raster';
import { buildWarp, warpBuffers } from './geometry/warp-map';
import type { Workspace } from './ops/workspace';

const pixelWarp = warpBuffers();

/** Pixels from the toned grid, then eyes and mouth, then the texture of the target's picture. */
export function paintFace(
  { view, source, canvas, deformation, mouthOpen, hair }: SwapContext,
  pixels: Pixels,
  grid: Grid,
  mask: Mask,
  tone: Tone,
  workspace: Workspace,
  onStage: (stage: string) => void,
): void {
  const { landmarks } = view;
  const { destination, fromTarget } = deformation;
  const { region } = canvas;
  rasterizeAt(pixels.ids, destination, region, 1, workspace);
  const warp = buildWarp(pixelWarp, deformation, source, region, 1, workspace);
  onStage('raster');
  const reader = createTextureReader(pixels, canvas, grid, mask);
  const lights = lumaPlane(pixels, pixels.original);
  const wanted = reader.texture(lights);
  fadeJaw(mask.alpha, grid);
  composite(pixels, canvas, warp, mask, tone);
  shadeSlit(pixels, landmarks, destination, region);
  shadeCorners(pixels, canvas, deformation, mask);
  if (mouthOpen) continueLips(pixels, canvas, deformation, mask);
  softenOcclusions(pixels, destination, region, warp);
  blendOpenings(pixels, fromTarget);
  if (!mouthOpen) joinLips(pixels, destination, region);
  brightenEyes(pixels, canvas, deformation, mask);
  recolourIrises(pixels, canvas, destination, mask, source.eyes);
  boundRedness(pixels, canvas, destination, grid, mask, source.eyes);
  matchBlack(pixels, canvas, grid);
  matchTint(pixels, grid);
  easeShadeBelowJaw(pixels, canvas, destination, grid, mask);
  continueBeard(pixels, canvas, destination, grid, mask, view);
  onStage('composite');
  const softened = matchTexture(pixels, reader, wanted);
  const grain = missingGrain(pixels, reader, wanted);
  const smooth = keepSkinTexture(pixels, lights, canvas, grid, mask);
  const lips = readLips(pixels, lights, deformation, region);
  if (lips) keepLipTexture(pixels, lips);
  addGrain(pixels, smooth, grain, grainSeed(grid));
  softenOpenings(pixels, fromTarget, destination, softened);
  keepHairOverLips(pixels, view, destination, region, hair.moustache);
  onStage('texture');
}
