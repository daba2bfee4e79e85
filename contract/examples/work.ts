import type { Deletion } from '#contract/shapes/lists';
import type { Share, SharedResult } from '#contract/shapes/share';
import type { Batch, MaterialQuality, Order, Task, Tool } from '#contract/shapes/work';
import { done, gone, ids, made, media } from './scenario';

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
  batch_id: null,
  status: 'succeeded',
  name: 'holiday.jpg',
  kind: 'photo',
  duration_ms: null,
  progress: 100,
  reason: null,
  quality: 'mesh',
  quality_name: 'Standard',
  price: 1,
  credits_charged: 1,
  bindings: { p1: [ids.face] },
  result_url: media('results/holiday.jpg'),
  download_url: media('results/holiday.jpg', 'holiday-faceswap.jpg'),
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

const second = {
  batch_id: ids.batch,
  order_id: ids.secondOrder,
  task_id: '019a9e00-0000-7000-8000-00000000d004',
  material_id: ids.secondMaterial,
  name: 'beach.jpg',
  bindings: { p2: [ids.face] },
};

export const queuedBatch: Batch = {
  batch_id: ids.batch,
  status: 'running',
  progress: 0,
  eta_seconds: 6,
  poll_after_ms: 300,
  price: 2,
  credits_charged: 2,
  orders: [
    { ...queuedOrder, batch_id: ids.batch },
    { ...queuedOrder, ...second },
  ],
  created_at: made,
};

export const endedBatch: Batch = {
  ...queuedBatch,
  status: 'ended',
  progress: 100,
  eta_seconds: null,
  poll_after_ms: 0,
  orders: [
    { ...order, batch_id: ids.batch },
    { ...order, ...second },
  ],
};

export const cancelledBatch: Batch = {
  ...endedBatch,
  credits_charged: 1,
  orders: [
    endedBatch.orders[0]!,
    { ...queuedOrder, ...second, status: 'cancelled', credits_charged: 0, finished_at: done },
  ],
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

export const materialQuality: MaterialQuality = { id: 'mesh', name: 'Standard', price: 1 };

export const tool: Tool = {
  tool_id: 'P001',
  name: 'Face swap',
  kinds: ['photo', 'gif', 'video'],
  prices: { photo: 1, gif: 2, video_second: 1 },
  qualities: [
    {
      id: 'mesh',
      name: 'Standard',
      kinds: ['photo', 'gif', 'video'],
      prices: { photo: 1, gif: 2, video_second: 1 },
      available: true,
      default: true,
    },
  ],
};
