import { loadForUpload } from './load-for-upload';

/** @throws as loadForUpload */
export const loadUploadCode = () => loadForUpload(() => import('./upload-code.client'));
