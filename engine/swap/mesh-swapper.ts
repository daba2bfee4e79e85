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
import { headPose } from '#engine/mesh/pose';
import { canvasFor } from './geometry/canvas';
import { buildGrid, type Grid } from './geometry/grid/grid';
import { keepFeatures } from './judge/kept-features';
import { buildMask, type Mask } from './judge/mask';
import { keepUnknownSkin } from './judge/unknown-skin';
import { Workspace } from './ops/workspace';
import { withPixels } from './geometry/pixels';
import { paintFace } from './paint-face';
import { planSwap, type SwapContext } from './plan-swap';
import { toneFace } from './tone-face';
import type { MeshSource } from './source-types';
import { assessPhoto, prepareSource } from './source/mesh-source';
import { atlasForPose } from './source/poses';

export { prepareSource, type MeshSource };

export interface SwapOptions {
  readonly masks?: FaceMasks;
  readonly workspace?: Workspace;
  readonly onStage?: (stage: string) => void;
}

/** In place, within the face's box. Only the final pass depends on the image size. */
export function swapFace(
  image: Image,
  landmarks: Landmarks,
  prepared: MeshSource,
  { masks, workspace = new Workspace(), onStage = () => {} }: SwapOptions = {},
): void {
  const source = selectAtlas(prepared, landmarks, workspace);
  const view = { image, landmarks, masks };
  const plan = planSwap(view, source);
  const canvas = canvasFor(image, plan.deformation.destination);
  if (!canvas) return;
  const face = { ...plan, view, source, canvas };
  onStage('geometry');
  withPixels(image, canvas.region, (pixels) => {
    const grid = buildGrid(pixels, canvas, face.deformation, source, workspace);
    onStage('grid');
    const mask = judgeFace(face, grid, workspace);
    onStage('mask');
    const tone = toneFace(face, grid, mask, workspace, onStage);
    paintFace(face, pixels, grid, mask, tone, workspace, onStage);
  });
}

/** Where the new face may be seen. */
function judgeFace({ view, canvas, deformation, kept, hair }: SwapContext, grid: Grid, workspace: Workspace): Mask {
  const mask = buildMask(grid, canvas, view, hair, workspace);
  keepUnknownSkin(mask.alpha, grid);
  keepFeatures(mask.alpha, kept, grid, canvas, deformation.destination, workspace);
  return mask;
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
