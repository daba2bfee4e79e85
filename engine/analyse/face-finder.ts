import { throwIfAborted } from '#engine/errors';
import type { Region } from '#engine/nets/affine';
import { boundsOf, clampBox, areaOf, isSamePlace, suppressNonMaxima } from '#engine/nets/boxes';
import { FaceDetector, type Detection } from '#engine/nets/face-detector';
import { FaceIdentity, type Identity } from '#engine/nets/face-identity';
import { FaceMesher, MESH_POINTS, regionOfLandmarks, type Mesh, type SettledMesh } from '#engine/nets/face-mesher';
import type { ModelStore, Net } from '#engine/nets/model-store';
import { viewOf, type View } from '#engine/nets/view';
import type { Box, Landmarks } from '#engine/types';
import type { Picture } from '#engine/ffmpeg/yuv-frame';
import { Turnstile } from './mutex';

export interface FoundFace extends Mesh {
  /** Around the face from brow to chin, as far as it lies in the picture. */
  readonly box: Box;
}

export interface FindOptions {
  signal?: AbortSignal;
  /** Look for small faces in large pictures as well; the default. */
  thorough?: boolean;
  /** Look into this square alone, as closely as else into the whole picture. */
  within?: Region;
  /** Faces that are known to be there: whatever is found in their places is not looked at. */
  known?: readonly Pick<FoundFace, 'box' | 'landmarks'>[];
}

/** Below this the mesh net does not believe in a face: the back of a head, a full profile. */
const MIN_MESH_SCORE = 0.5;

const OFF_CENTRE = 0.1;

/**
 * Scans and pictures that lost their EXIF lie on their side or stand on their head. Where no face at all is upright,
 * the picture is looked at turned as well.
 */
const QUARTER_TURNS = [Math.PI / 2, -Math.PI / 2, Math.PI];

const LYING = Math.PI / 4;

function isLying({ landmarks }: Pick<FoundFace, 'landmarks'>): boolean {
  return Math.abs(regionOfLandmarks(landmarks).angle) > LYING;
}

/**
 * What a mesh may wander, by how sure the detector is. Bokeh, curls and folds look like small faces to both nets; only
 * faces keep the mesh still. A sure detection is allowed more, since a face half turned away wanders too.
 */
const allowedWander = [
  { detection: 0.85, wander: 0.05 },
  { detection: 0.75, wander: 0.02 },
  { detection: 0, wander: 0.012 },
];

function isFace(detection: Detection, { score, wander }: SettledMesh): boolean {
  const allowed = allowedWander.find((rule) => detection.score >= rule.detection)!;
  return score >= MIN_MESH_SCORE && wander < allowed.wander;
}

/** Finds faces in a picture and describes them, with the three nets it keeps loaded. */
export class FaceFinder {
  private readonly turnstile = new Turnstile();

  private constructor(
    private readonly nets: readonly Net[],
    private readonly detector: FaceDetector,
    private readonly mesher: FaceMesher,
    private readonly identity: FaceIdentity,
  ) {}

  static async load(store: ModelStore): Promise<FaceFinder> {
    const nets = await Promise.all(['face-detector', 'face-mesh', 'face-identity'].map((name) => store.load(name)));
    return new FaceFinder(nets, new FaceDetector(nets[0]), new FaceMesher(nets[1]), new FaceIdentity(nets[2]));
  }

  /** All faces of a picture that are not known, the largest first, equal ones from left to right. */
  async find(
    image: Picture | View,
    { signal, thorough = true, within, known = [] }: FindOptions = {},
  ): Promise<FoundFace[]> {
    return this.turnstile.run(async () => {
      const view = asView(image);
      throwIfAborted(signal);
      const meshNew = (detections: Detection[]) =>
        this.meshAll(
          view,
          detections.filter(({ box }) => !known.some((face) => isSamePlace(face.box, box))),
          signal,
        );
      const detected = within ? this.detector.detectIn(view, within) : this.detector.detect(view, thorough);
      const faces = await meshNew(await detected);
      if (!within && [...known, ...faces].every(isLying)) {
        for (const angle of QUARTER_TURNS)
          faces.push(...(await meshNew(await this.detector.detectTurned(view, angle))));
      }
      // Two detections can lead the mesh to the same face.
      const distinct = suppressNonMaxima(faces);
      return distinct.sort((a, b) => areaOf(b.box) - areaOf(a.box) || a.box.x - b.box.x);
    });
  }

  /** Describes who a face is; compare with `likeness`. */
  async describe(image: Picture | View, landmarks: Landmarks): Promise<Identity> {
    return this.turnstile.run(() => this.identity.describe(asView(image), landmarks));
  }

  /** Looks for a face where one was a moment ago; undefined when it is not there any more. */
  async follow(image: Picture | View, landmarks: Landmarks): Promise<FoundFace | undefined> {
    const view = asView(image);
    const region = regionOfLandmarks(landmarks);
    let mesh = await this.turnstile.run(() => this.mesher.look(view, region));
    const centred = regionOfLandmarks(mesh.landmarks);
    if (mesh.score >= MIN_MESH_SCORE && areApart(region, centred)) {
      mesh = await this.turnstile.run(() => this.mesher.look(view, centred));
    }
    const box = clampBox(boundsOf(mesh.landmarks, MESH_POINTS), view.width, view.height);
    return mesh.score >= MIN_MESH_SCORE && areaOf(box) > 0 ? { ...mesh, box } : undefined;
  }

  private async meshAll(view: View, detections: Detection[], signal?: AbortSignal): Promise<FoundFace[]> {
    const { width, height } = view;
    const meshed: FoundFace[] = [];
    for (const detection of detections) {
      throwIfAborted(signal);
      const mesh = await this.mesher.mesh(view, detection);
      const box = clampBox(boundsOf(mesh.landmarks, MESH_POINTS), width, height);
      if (isFace(detection, mesh) && areaOf(box) > 0) meshed.push({ ...mesh, box });
    }
    return meshed;
  }

  async close(): Promise<void> {
    await this.turnstile.run(async () => void (await Promise.all(this.nets.map((net) => net.close()))));
  }
}

/** Whether a face lies so far from the middle of a crop that the mesh is better placed in one around it. */
function areApart(crop: Region, face: Region): boolean {
  return Math.hypot(face.centreX - crop.centreX, face.centreY - crop.centreY) > OFF_CENTRE * crop.size;
}

const asView = (image: Picture | View): View => ('levelFor' in image ? image : viewOf(image));
