import type { Face, FacePhoto, Material, Person } from '#contract/shapes/media';
import { gone, ids, made, media } from './scenario';

export const material: Material = {
  material_id: ids.material,
  kind: 'photo',
  name: 'holiday.jpg',
  format: 'jpg',
  container: 'jpeg',
  size: 482_133,
  width: 1600,
  height: 1200,
  duration_ms: null,
  fps: null,
  has_audio: false,
  status: 'ready',
  reason: null,
  playable_url: media('materials/holiday.jpg'),
  playable_progress: null,
  thumb_url: media('materials/holiday-thumb.jpg'),
  filmstrip_url: null,
  trim_interval: null,
  created_at: made,
  expires_at: gone,
};

const facePhoto: FacePhoto = {
  photo_id: ids.face,
  url: media('faces/bo.jpg'),
  thumb_url: media('faces/bo-thumb.jpg'),
  width: 900,
  height: 1200,
  verdict: 'Sharp, looks ahead',
  warnings: [],
  pose: { yaw: 3, pitch: -5 },
  people: [],
  created_at: made,
};

const photoOfTwo: FacePhoto = {
  ...facePhoto,
  photo_id: ids.secondPhoto,
  url: media('faces/bo-with-cleo.jpg'),
  thumb_url: media('faces/bo-with-cleo-p1.jpg'),
  verdict: 'Turned left: brows may show',
  warnings: [{ code: 'turned_away', message: 'The face is turned to the side: expect less likeness.' }],
  pose: { yaw: -34, pitch: -2 },
  people: [
    {
      person: 'p1',
      thumb_url: media('faces/bo-with-cleo-p1.jpg'),
      verdict: 'Turned left: brows may show',
      chosen: true,
    },
    { person: 'p2', thumb_url: media('faces/bo-with-cleo-p2.jpg'), verdict: 'Sharp, looks ahead', chosen: false },
  ],
};

export const face: Face = {
  face_id: ids.face,
  name: 'Bo',
  url: media('faces/bo.jpg'),
  thumb_url: media('faces/bo-thumb.jpg'),
  width: 900,
  height: 1200,
  photos: [facePhoto],
  pinned: false,
  used_in: 1,
  sample: null,
  created_at: made,
};

export const faceOfTwoPhotos: Face = { ...face, photos: [facePhoto, photoOfTwo] };

export const persons: Person[] = [
  {
    key: 'p1',
    thumb_url: media('persons/p1.jpg'),
    screen_time_ms: 0,
    share: 0.08,
    first_seen_ms: 0,
    best_seen_ms: 0,
    spans: [],
    pose: { yaw: 8, pitch: -11 },
    frontal_score: 0.97,
    box: { x: 310, y: 220, width: 360, height: 440 },
    sightings: [{ at_ms: 0, box: { x: 310, y: 220, width: 360, height: 440 } }],
  },
  {
    key: 'p2',
    thumb_url: media('persons/p2.jpg'),
    screen_time_ms: 0,
    share: 0.06,
    first_seen_ms: 0,
    best_seen_ms: 0,
    spans: [],
    pose: { yaw: -27, pitch: 4 },
    frontal_score: 0.88,
    box: { x: 940, y: 260, width: 320, height: 390 },
    sightings: [{ at_ms: 0, box: { x: 940, y: 260, width: 320, height: 390 } }],
  },
];

export const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });
