import { takePendingUploads } from './pending-upload.client';
import { removeUnfinishedUploads } from './unfinished-uploads.client';

/** Of all uploads of this browser. */
export async function forgetFiles(): Promise<void> {
  removeUnfinishedUploads();
  await takePendingUploads();
}
