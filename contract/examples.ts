import type { CreditEntry, Invoice, OfferedMethod, Payment, Product } from './shapes/money';
import type { Face, FacePhoto, Material, Person } from './shapes/media';
import type { Deletion } from './shapes/lists';
import type { Order, Task, Tool } from './shapes/work';
import type { Session, User } from './shapes/account';
import type { Share, SharedResult } from './shapes/share';
import type { ApiKey, WebhookDelivery, WebhookEndpoint } from './shapes/integration';

// One scenario: Ada, her photo of two people, a face she adds.

export const ids = {
  material: '019a9e00-0000-7000-8000-00000000a001',
  face: '019a9e00-0000-7000-8000-00000000f001',
  secondFace: '019a9e00-0000-7000-8000-00000000f002',
  secondPhoto: '019a9e00-0000-7000-8000-00000000f003',
  detection: '019a9e00-0000-7000-8000-00000000d001',
  swap: '019a9e00-0000-7000-8000-00000000d002',
  order: '019a9e00-0000-7000-8000-00000000c001',
  share: '019a9e00-0000-7000-8000-00000000c101',
  export: '019a9e00-0000-7000-8000-00000000d003',
  payment: '019a9e00-0000-7000-8000-00000000b001',
  entry: '019a9e00-0000-7000-8000-00000000e001',
  apiKey: '019a9e00-0000-7000-8000-00000000a101',
  webhook: '019a9e00-0000-7000-8000-00000000a201',
  event: '019a9e00-0000-7000-8000-00000000a202',
  delivery: '019a9e00-0000-7000-8000-00000000a203',
  deletion: '019a9e00-0000-7000-8000-00000000a301',
} as const;

const made = '2026-11-20T10:00:00.000Z';
const done = '2026-11-20T10:00:04.000Z';
const gone = '2026-12-20T10:00:00.000Z';
const media = (key: string) => `https://faceswap.example/api/media/${key}?expires=1795255200&signature=example`;

export const user: User = {
  uid: '019a9e00-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  nickname: 'Ada',
  avatar: null,
  user_status: 'free',
  credit_num: 10,
  counter_materials: 1,
  counter_orders: 1,
  counter_faces: 2,
  email_verified: true,
  has_password: true,
  has_google: false,
  password_set_at: made,
  subscription: null,
};

export const session: Session = { token: 'fs_example-token', expires_at: gone, user };

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

export const detection: Task = {
  task_id: ids.detection,
  status: 'succeeded',
  stage: 'done',
  progress: 100,
  eta_seconds: null,
  queue_position: null,
  poll_after_ms: 0,
  error: null,
};

export const runningDetection: Task = {
  ...detection,
  status: 'running',
  stage: 'detecting',
  progress: 40,
  eta_seconds: 1,
  poll_after_ms: 400,
};

export const runningSwap: Task = {
  task_id: ids.swap,
  status: 'running',
  stage: 'swapping',
  progress: 60,
  eta_seconds: 2,
  queue_position: null,
  poll_after_ms: 500,
  error: null,
};

export const order: Order = {
  order_id: ids.order,
  task_id: ids.swap,
  tool_id: 'P001',
  material_id: ids.material,
  status: 'succeeded',
  name: 'holiday.jpg',
  kind: 'photo',
  duration_ms: null,
  progress: 100,
  reason: null,
  price: 1,
  credits_charged: 1,
  bindings: { p1: [ids.face] },
  result_url: media('results/holiday.jpg'),
  download_url: media('results/holiday.jpg&name=faceswap.jpg'),
  poster_url: media('results/holiday-poster.jpg'),
  before_url: media('materials/holiday.jpg'),
  trim_interval: null,
  created_at: made,
  finished_at: done,
  expires_at: gone,
  label: { visible: true, source_type: 'compositeSynthetic' },
};

export const queuedOrder: Order = {
  ...order,
  status: 'queued',
  progress: 0,
  credits_charged: 1,
  result_url: null,
  download_url: null,
  poster_url: null,
  finished_at: null,
};

export const shareToken = 'example-example-example-example-example-1a2b';

export const share: Share = {
  share_id: ids.share,
  token: shareToken,
  created_at: made,
  expires_at: '2026-11-27T10:00:00.000Z',
};

const sharedFile = (file: string) => `https://faceswap.example/api/shared/file?token=${shareToken}&file=${file}`;

export const sharedResult: SharedResult = {
  kind: 'photo',
  width: 1600,
  height: 1200,
  result_url: sharedFile('result'),
  poster_url: sharedFile('poster'),
  label: { visible: true, source_type: 'compositeSynthetic' },
};

export const deletion: Deletion = { deletion_id: ids.deletion, count: 1, undo_ms: 10_000 };

export const tool: Tool = {
  tool_id: 'P001',
  name: 'Face swap',
  kinds: ['photo', 'gif', 'video'],
  prices: { photo: 1, gif: 2, video_second: 1 },
};

export const product: Product = {
  product_id: 'light_month',
  type: 'sub',
  name: 'Light',
  description: '150 credits every month',
  price: { amount: 799, currency: 'USD' },
  first_price: { amount: 399, currency: 'USD' },
  period: 'month',
  credits: 150,
  features: ['Photos, GIFs and videos', 'Results kept for 30 days'],
  highlighted: true,
};

export const payment: Payment = {
  payment_id: ids.payment,
  product: { product_id: 'light_month', name: 'Light' },
  method: 'stripe',
  provider: 'stripe',
  amount: 399,
  currency: 'USD',
  status: 'paid',
  refunded: 0,
  credits: 150,
  created_at: made,
  paid_at: done,
  refund_requested: false,
  can_continue: false,
};

export const offeredMethod: OfferedMethod = {
  method: 'stripe',
  name: 'Card',
  hint: 'Visa, Mastercard, American Express',
  types: ['sub', 'once'],
};

export const invoice: Invoice = {
  payment,
  number: 'INV-2026-00001',
  issued_at: done,
  net: 335,
  tax_amount: 64,
  total: 399,
  buyer: { name: 'Ada Lovelace', email: 'ada@example.com', address: '12 St James’s Square\nLondon', tax_id: '' },
  seller: ['Faceswap', '1 Example Street'],
  seller_tax_id: 'DE123456789',
  line: 'Light: 150 credits',
  period: { start: made, end: done },
  tax: { name: 'VAT', rate: 19 },
  credit_notes: [],
  withdrawal_consent: null,
};

export const creditEntry: CreditEntry = {
  entry_id: ids.entry,
  kind: 'hold',
  delta: -1,
  balance_after: 9,
  reference: ids.order,
  created_at: made,
  note: 'Photo swap',
};

export const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' });

export function pageOf<T>(...items: T[]) {
  return { items, page: 1, per_page: 20, total: items.length };
}

export const apiKeySecret = 'fsk_example-example-example-example-example1a2b';

export const apiKey: ApiKey = {
  key_id: ids.apiKey,
  name: 'Build server',
  last_four: '1a2b',
  scopes: ['read', 'create'],
  created_at: made,
  last_used_at: done,
};

export const webhookSecret = 'whsec_example-example-example-example-example';

export const webhook: WebhookEndpoint = {
  endpoint_id: ids.webhook,
  url: 'https://example.com/faceswap',
  description: 'Production',
  events: ['task.succeeded', 'task.failed'],
  enabled: true,
  disabled_reason: null,
  failing_since: null,
  old_secret_until: null,
  created_at: made,
};

export const webhookDelivery: WebhookDelivery = {
  delivery_id: ids.delivery,
  event_id: ids.event,
  endpoint_id: ids.webhook,
  type: 'task.succeeded',
  task_id: ids.swap,
  status: 'succeeded',
  attempts: [{ at: done, status_code: 200, duration_ms: 84, failure: null, response: 'ok' }],
  next_attempt_at: null,
  created_at: done,
};

export const notYetSent = { status: 'pending', attempts: [], next_attempt_at: done } satisfies Partial<WebhookDelivery>;
