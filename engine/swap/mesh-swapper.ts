import { COMPOSITE_SYNTHETIC } from '#engine/label/xmp';
import { boundsOf } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import {
  MESH_QUALITY,
  type Box,
  type FaceMasks,
  type FaceView,
  type Image,
  type Landmarks,
  type Swapper,
} from '#engine/types';
import { eyeOpenness, headPose, mouthOpenness } from '#engine/mesh/pose';
import { canvasFor } from './geometry/canvas';
import { fitColour } from './tone/colour';
import { blendOpenings, softenOpenings } from './paint/blend-openings';
import { boundRedness } from './paint/eyes/bound-redness';
import { composite } from './paint/composite';
import { continueLips } from './paint/mouth/continue-lips';
import { matchContrast } from './tone/contrast';
import { createTextureReader, lumaPlane } from './judge/texture';
import { buildGrid } from './geometry/grid';
import { recolourIrises } from './paint/eyes/irises';
import { joinLips } from './paint/mouth/join-lips';
import { fadeJaw } from './judge/fade-jaw';
import { keepFeatures } from './judge/kept-features';
import { matchLips } from './tone/lip-tone';
import { buildMask } from './judge/mask';
import { keepHairOverLips } from './paint/mouth/hair-over-lips';
import { addGrain, grainSeed, matchTexture, missingGrain } from './paint/texture/match-texture';
import { readLips } from './paint/mouth/lip-patch';
import { keepLipTexture } from './paint/mouth/lip-texture';
import { keepUnknownSkin } from './judge/unknown-skin';
import { keepSkinTexture } from './paint/texture/skin-texture';
import { brightenEyes } from './paint/eyes/brighten-eyes';
import { matchBlack } from './paint/match-black';
import { matchTint } from './paint/match-tint';
import { shadeCorners } from './paint/mouth/shade-corners';
import { shadeSlit } from './paint/mouth/shade-slit';
import { softenOcclusions } from './paint/soften-occlusions';
import { addMembrane } from './tone/membrane';
import { Workspace } from './ops/workspace';
import { withPixels } from './geometry/pixels';
import { rasterizeAt } from './geometry/raster';
import { trianglesFromTarget, buildWarp, warpBuffers } from './geometry/warp-map';
import { matchHue, relight } from './tone/relight';
import { keepBeardColour } from './tone/beard-colour';
import { keepBrowHue } from './tone/brow-hue';
import { easeFolds } from './tone/folds';
import { keepFolds } from './tone/keep-folds';
import { matchShade } from './tone/shade';
import { placeFace } from './place-face';
import type { MeshSource } from './source-types';
import { assessPhoto, prepareSource } from './source/mesh-source';
import { atlasForPose } from './source/poses';

export { prepareSource, type MeshSource };

const pixelWarp = warpBuffers();

/** Below, the target's eyeball is not kept. */
const closedEye = 0.1;
/** Below, what lies between the lips is a pixel or two, and a dotted line on the new face. */
const closedMouth = 0.025;

export interface SwapOptions {
  readonly masks?: FaceMasks;
  readonly workspace?: Workspace;
  readonly onStage?: (stage: string) => void;
}

/** In place, within the face's box. Only the final pass depends on the image size. */
export function swapFace(
  image: Image,
  landmarks: Landmarks,
  material: MeshSource,
  { masks, workspace = new Workspace(), onStage = () => {} }: SwapOptions = {},
): void {
  const source = selectAtlas(material, landmarks, workspace);
  const open = eyeOpenness(landmarks);
  const { target, destination, kept, moustache } = placeFace({ image, landmarks, masks }, source);
  const canvas = canvasFor(image, destination);
  if (!canvas) return;
  const mouthOpen = mouthOpenness(landmarks) >= closedMouth;
  const fromTarget = trianglesFromTarget(open.left >= closedEye, open.right >= closedEye, mouthOpen);
  const placement = { target, destination, fromTarget };
  onStage('geometry');
  withPixels(image, canvas.region, (pixels) => {
    const grid = buildGrid(pixels, canvas, placement, source, workspace);
    onStage('grid');
    const mask = buildMask(grid, canvas, { image, landmarks, masks }, moustache, workspace);
    keepUnknownSkin(mask.alpha, grid);
    keepFeatures(mask.alpha, kept, grid, canvas, destination, workspace);
    onStage('mask');
    const tone = relight(grid, mask, fitColour(grid, mask), workspace);
    matchHue(grid, mask, tone);
    matchShade(grid, mask, tone);
    matchContrast(grid, mask, tone);
    easeFolds(grid, tone, source.landmarks, landmarks);
    keepFolds(grid, mask, tone, canvas, placement, source.landmarks);
    keepBrowHue(grid, tone);
    matchLips(grid, tone, source.monochrome, moustache);
    onStage('tone');
    addMembrane(grid, mask, tone);
    keepBeardColour(grid, tone);
    onStage('membrane');
    rasterizeAt(pixels.ids, destination, canvas.region, 1, workspace);
    const warp = buildWarp(pixelWarp, placement, source, canvas.region, 1, workspace);
    onStage('raster');
    const reader = createTextureReader(pixels, canvas, grid, mask);
    const lights = lumaPlane(pixels, pixels.original);
    const wanted = reader.texture(lights);
    fadeJaw(mask.alpha, grid);
    composite(pixels, canvas, warp, mask, tone);
    shadeSlit(pixels, landmarks, destination, canvas.region);
    shadeCorners(pixels, canvas, placement, mask);
    if (mouthOpen) continueLips(pixels, canvas, placement, mask);
    softenOcclusions(pixels, destination, canvas.region, warp);
    blendOpenings(pixels, fromTarget);
    if (!mouthOpen) joinLips(pixels, destination, canvas.region);
    brightenEyes(pixels, canvas, placement, mask);
    recolourIrises(pixels, canvas, destination, mask, source.eyes);
    boundRedness(pixels, canvas, destination, grid, mask, source.eyes);
    matchBlack(pixels, canvas, grid);
    matchTint(pixels, grid);
    onStage('composite');
    const softened = matchTexture(pixels, reader, wanted);
    const grain = missingGrain(pixels, reader, wanted);
    const smooth = keepSkinTexture(pixels, lights, canvas, grid, mask);
    const lips = readLips(pixels, lights, placement, canvas.region);
    if (lips) keepLipTexture(pixels, lips);
    addGrain(pixels, smooth, grain, grainSeed(grid));
    softenOpenings(pixels, fromTarget, destination, softened);
    keepHairOverLips(pixels, { image, landmarks }, destination, canvas.region, moustache);
  });
  onStage('texture');
}

/** One per thread: swaps are synchronous. */
const workspace = new Workspace();

function selectAtlas(source: MeshSource, landmarks: Landmarks, workspace: Workspace): MeshSource {
  if (source.poses.length === 0) return source;
  return { ...source, atlas: atlasForPose(source.poses, headPose(landmarks), workspace) };
}

/** Of the face's longer side. */
const MARGIN = 0.15;

function aroundFace(landmarks: Landmarks): Box {
  const { x, y, width, height } = boundsOf(landmarks, meshVertexCount);
  const margin = MARGIN * Math.max(width, height);
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

/** CPU only, no model weights. */
export const meshSwapper: Swapper<MeshSource> = {
  name: MESH_QUALITY,
  sourceType: COMPOSITE_SYNTHETIC,
  concurrent: false,
  prepareSource: (photos: FaceView[]) => prepareSource(photos),
  assessPhoto,
  reach: aroundFace,
  swapFace: (image, landmarks, source, masks) => swapFace(image, landmarks, source, { masks, workspace }),
};
