/**
 * What checks and sends a chosen file. A single file of the build, because `loadCode` cannot ask again for a failed
 * import inside it.
 */
export { checkMedia } from './check-media.client';
export { checkPhoto } from './check-photo.client';
export { forgetFiles } from './forget-files.client';
export { savePendingUploads, takePendingUploads } from './pending-upload.client';
export { sendMedia } from './send-media.client';
export { unfinishedUploads } from './unfinished-uploads.client';
