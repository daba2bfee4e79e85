import { throwIfAborted } from '#engine/errors';
import type { Region } from '#engine/nets/affine';
import { boundsOf, clampBox, areaOf, isSameFace, suppressNonMaxima } from '#engine/nets/boxes';
import { FaceDetector, type Detection } from '#engine/nets/face-detector';
import { FaceEmbedder, type FaceEmbedding } from '#engine/nets/face-embedder';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { FaceMesher, regionOfLandmarks, type Mesh, type RefinedMesh } from '#engine/nets/face-mesher';
import { FaceMasker } from '#engine/nets/face-masker';
import type { ModelStore, Net } from '#engine/nets/model-store';
import { viewOf, type View } from '#engine/nets/view';
import type { Box, FaceMasks, Landmarks } from '#engine/types';
import type { Frame } from '#engine/ffmpeg/yuv-frame';
import { Mutex } from './mutex';

export interface FoundFace extends Mesh {
  /** Mesh bounds, clipped to the image. */
  readonly box: Box;
}

interface MeshedFace extends FoundFace, Pick<RefinedMesh, 'jitter'> {
  /** Score of its detection, 0–1. */
  readonly detection: number;
}

export interface FindOptions {
  signal?: AbortSignal;
  /** Also search tiles of large images; the default. */
  thorough?: boolean;
  region?: Region;
  /** Detections at their places are skipped. */
  known?: readonly Pick<FoundFace, 'box' | 'landmarks'>[];
}

/** Lower: the back of a head, a full profile. */
const MIN_MESH_SCORE = 0.5;

const MAX_OFF_CENTRE = 0.1;

/** Scans and images without EXIF data may be rotated. */
const QUARTER_TURNS = [Math.PI / 2, -Math.PI / 2, Math.PI];

const SIDEWAYS = Math.PI / 4;

function isSideways({ landmarks }: Pick<FoundFace, 'landmarks'>): boolean {
  return Math.abs(regionOfLandmarks(landmarks).angle) > SIDEWAYS;
}

/** The detector takes some upside-down faces for upright ones. The mesh trembles on those, but rarely on others. */
const STEADY = 0.0075;

const isUnsteady = ({ jitter }: MeshedFace): boolean => jitter > STEADY;

/** Of the ways in which one face can be seen, the right one has the surer detection and the steadier mesh. */
const sureness = ({ detection, jitter }: MeshedFace): number => detection ** 4 / (jitter + 1e-6);

/** By detection score: bokeh, curls and folds look like small faces, but the mesh settles on faces only. */
const jitterLimits = [
  { detection: 0.85, maxJitter: 0.05 },
  { detection: 0.75, maxJitter: 0.02 },
  { detection: 0, maxJitter: 0.012 },
];

function isFace(detection: Detection, { score, jitter }: RefinedMesh): boolean {
  const allowed = jitterLimits.find((rule) => detection.score >= rule.detection)!;
  return score >= MIN_MESH_SCORE && jitter < allowed.maxJitter;
}

const netNames = ['face-detector', 'face-mesh', 'face-identity', 'face-masks'] as const;

export class FaceFinder {
  private readonly mutex = new Mutex();

  private constructor(
    private readonly nets: readonly Net[],
    private readonly detector: FaceDetector,
    private readonly mesher: FaceMesher,
    private readonly embedder: FaceEmbedder,
    private readonly masker: FaceMasker,
  ) {}

  /** @param detectorThreads large photos need the detector dozens of times; other nets run a few times each */
  static async load(store: ModelStore, detectorThreads = 1): Promise<FaceFinder> {
    const threadsOf = (name: string) => (name === 'face-detector' ? detectorThreads : undefined);
    const nets = await Promise.all(netNames.map((name) => store.load(name, threadsOf(name))));
    const [detector, mesh, identity, masks] = nets;
    return new FaceFinder(
      nets,
      new FaceDetector(detector),
      new FaceMesher(mesh),
      new FaceEmbedder(identity),
      new FaceMasker(masks),
    );
  }

  /** Largest first, then left to right. */
  async find(
    image: Frame | View,
    { signal, thorough = true, region, known = [] }: FindOptions = {},
  ): Promise<FoundFace[]> {
    return this.mutex.run(async () => {
      const view = asView(image);
      throwIfAborted(signal);
      const meshNew = (detections: Detection[]) =>
        this.meshAll(
          view,
          detections.filter(({ box }) => !known.some((face) => isSameFace(face.box, box))),
          signal,
        );
      const detected = region ? this.detector.detectIn(view, region) : this.detector.detect(view, thorough);
      const faces = await meshNew(await detected);
      const turned: MeshedFace[] = [];
      if (!region && [...known, ...faces].every(isSideways)) {
        for (const angle of QUARTER_TURNS)
          turned.push(...(await meshNew(await this.detector.detectTurned(view, angle))));
      } else if (!region && faces.some(isUnsteady)) {
        const doubtful = faces.filter(isUnsteady);
        const opposite = await this.detector.detectTurned(view, Math.PI);
        const sameFaces = opposite.filter((other) => doubtful.some(({ box }) => isSameFace(box, other.box)));
        turned.push(...(await meshNew(sameFaces)));
      }
      const rank = turned.length > 0 ? sureness : undefined;
      const distinct = await this.averageAll(view, suppressNonMaxima([...faces, ...turned], rank), signal);
      return distinct.sort((a, b) => areaOf(b.box) - areaOf(a.box) || a.box.x - b.box.x);
    });
  }

  async embed(image: Frame | View, landmarks: Landmarks): Promise<FaceEmbedding> {
    return this.mutex.run(() => this.embedder.embed(asView(image), landmarks));
  }

  async mask(image: Frame | View, landmarks: Landmarks): Promise<FaceMasks> {
    return this.mutex.run(() => this.masker.mask(asView(image), landmarks));
  }

  /** Undefined if the face is gone. */
  async track(image: Frame | View, landmarks: Landmarks): Promise<FoundFace | undefined> {
    const view = asView(image);
    const region = regionOfLandmarks(landmarks);
    let mesh = await this.mutex.run(() => this.mesher.meshRegion(view, region));
    const centred = regionOfLandmarks(mesh.landmarks);
    if (mesh.score >= MIN_MESH_SCORE && isOffCentre(region, centred)) {
      mesh = await this.mutex.run(() => this.mesher.meshRegion(view, centred));
    }
    if (mesh.score < MIN_MESH_SCORE) return undefined;
    const found = await this.mutex.run(() => this.mesher.averageMirrored(view, mesh.landmarks));
    const box = boxWithin(view, found);
    return areaOf(box) > 0 ? { landmarks: found, score: mesh.score, box } : undefined;
  }

  private async meshAll(view: View, detections: Detection[], signal?: AbortSignal): Promise<MeshedFace[]> {
    const meshed: MeshedFace[] = [];
    for (const detection of detections) {
      throwIfAborted(signal);
      const mesh = await this.mesher.mesh(view, detection);
      const box = boxWithin(view, mesh.landmarks);
      if (isFace(detection, mesh) && areaOf(box) > 0) meshed.push({ ...mesh, box, detection: detection.score });
    }
    return meshed;
  }

  private async averageAll(view: View, faces: FoundFace[], signal?: AbortSignal): Promise<FoundFace[]> {
    const averaged: FoundFace[] = [];
    for (const face of faces) {
      throwIfAborted(signal);
      const landmarks = await this.mesher.averageCrops(view, face.landmarks);
      averaged.push({ landmarks, score: face.score, box: boxWithin(view, landmarks) });
    }
    return averaged.filter(({ box }) => areaOf(box) > 0);
  }

  async close(): Promise<void> {
    await this.mutex.run(async () => void (await Promise.all(this.nets.map((net) => net.close()))));
  }
}

/** A centred crop is more accurate. */
function isOffCentre(crop: Region, face: Region): boolean {
  return Math.hypot(face.centreX - crop.centreX, face.centreY - crop.centreY) > MAX_OFF_CENTRE * crop.size;
}

const boxWithin = ({ width, height }: View, landmarks: Landmarks): Box =>
  clampBox(boundsOf(landmarks, meshVertexCount), width, height);

const asView = (image: Frame | View): View => ('levelFor' in image ? image : viewOf(image));
