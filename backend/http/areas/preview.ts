import { previewSwap } from '#backend/domain/preview/preview-swap';
import { previewSample, sampleDetail } from '#backend/domain/sample/samples';
import type { Handlers } from '#backend/http/mount';

export const preview: Handlers<'preview'> = {
  faceswap_preview: (deps, wanted) => previewSwap(deps, wanted),
  faceswap_sample: (deps, which) => sampleDetail(deps, which),
  faceswap_sample_preview: (deps, wanted) => previewSample(deps, wanted),
};
