import type { FaceView, Image, Landmarks, Swapper } from '#engine/types';
import { eyeOpenness, headPose } from '#engine/mesh/pose';
import { canvasFor } from './geometry/canvas';
import { fitColour } from './tone/colour';
import { composite } from './paint/composite';
import { matchContrast } from './tone/contrast';
import { destinationMesh } from './geometry/destination';
import { createTextureReader, lumaPlane } from './judge/texture';
import { buildGrid } from './geometry/grid';
import { recolourIrises } from './paint/irises';
import { matchLips } from './tone/lip-tone';
import { buildMask } from './judge/mask';
import { grainSeed, matchTexture } from './paint/match-texture';
import { addMembrane } from './tone/membrane';
import { Workspace } from './ops/workspace';
import { withPixels } from './geometry/pixels';
import { rasterizeAt } from './geometry/raster';
import { trianglesFromTarget, buildWarp, warpBuffers } from './geometry/warp-map';
import { matchHue, relight } from './tone/relight';
import { matchShade } from './tone/shade';
import type { MeshSource } from './source-types';
import { assessPhoto, prepareSource } from './source/mesh-source';
import { atlasForPose } from './source/poses';

export { prepareSource, type MeshSource };

const pixelWarp = warpBuffers();

/** 0–1. */
export const shapeStrength = 1;
/** Below, the target's eyeball is not kept. */
const closedEye = 0.1;

export interface SwapOptions {
  readonly workspace?: Workspace;
  readonly onStage?: (stage: string) => void;
}

/** In place, within the face's box. Only the final pass depends on the image size. */
export function swapFace(
  image: Image,
  landmarks: Landmarks,
  material: MeshSource,
  { workspace = new Workspace(), onStage = () => {} }: SwapOptions = {},
): void {
  const source = selectAtlas(material, landmarks, workspace);
  const destination = destinationMesh(landmarks, source.landmarks, shapeStrength);
  const canvas = canvasFor(image, destination);
  if (!canvas) return;
  const open = eyeOpenness(landmarks);
  const fromTarget = trianglesFromTarget(open.left >= closedEye, open.right >= closedEye);
  const placement = { target: landmarks, destination, fromTarget };
  onStage('geometry');
  withPixels(image, canvas.region, (pixels) => {
    const grid = buildGrid(pixels, canvas, placement, source, workspace);
    onStage('grid');
    const mask = buildMask(pixels, grid, canvas, landmarks, workspace);
    onStage('mask');
    const tone = relight(grid, mask, fitColour(grid, mask), workspace);
    matchHue(grid, mask, tone, workspace);
    matchShade(grid, mask, tone, workspace);
    matchContrast(grid, mask, tone, workspace);
    matchLips(grid, tone, workspace);
    onStage('tone');
    addMembrane(grid, mask, tone, workspace);
    onStage('membrane');
    rasterizeAt(pixels.ids, destination, canvas.region, 1, workspace);
    const warp = buildWarp(pixelWarp, placement, source, canvas.region, 1, workspace);
    onStage('raster');
    const reader = createTextureReader(pixels, canvas, grid, mask);
    const wanted = reader.texture(lumaPlane(pixels, pixels.original));
    composite(pixels, canvas, warp, mask, tone);
    recolourIrises(pixels, canvas, destination, mask, source.eyes);
    onStage('composite');
    matchTexture(pixels, reader, wanted, grainSeed(grid));
  });
  onStage('texture');
}

/** One per thread: swaps are synchronous. */
const workspace = new Workspace();

function selectAtlas(source: MeshSource, landmarks: Landmarks, workspace: Workspace): MeshSource {
  if (source.poses.length === 0) return source;
  return { ...source, atlas: atlasForPose(source.poses, headPose(landmarks), workspace) };
}

/** CPU only, no model weights. */
export const meshSwapper: Swapper<MeshSource> = {
  name: 'mesh',
  prepareSource: (photos: FaceView[]) => prepareSource(photos),
  assessPhoto,
  swapFace: (image, landmarks, source) => swapFace(image, landmarks, source, { workspace }),
};
