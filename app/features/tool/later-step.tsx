import { Refusal } from '~/components/refusal';
import { useMediaReload } from '~/features/connection/use-media-reload';
import type { FormState } from '~/lib/form-state';
import { useActionAnswer } from '~/lib/use-action-answer';

import { BatchStep } from './batch/batch-step';
import { PhotosStep } from './batch/photos-step';
import { DetectStep } from './faces/detect-step';
import { FacesStep } from './faces/faces-step';
import { ProbeStep } from './upload/probe-step';
import { ResultStep } from './result/result-step';
import { SampleStep } from './sample/sample-step';
import type { ToolData } from './load-tool.server';
import { SwapStep } from './swap/swap-step';
import { TrimStep } from './trim/trim-step';

type LaterData = Exclude<ToolData, { step: 'upload' }>;

/** The forms whose refusals a step shows itself, in their place; by intent. */
const ownForms: Partial<Record<LaterData['step'], string[]>> = {
  trim: ['detect'],
  faces: ['create', 'add-face'],
  photos: ['create', 'add-face'],
  result: ['export', 'share', 'unshare'],
};

/** Not in the initial bundle. */
export function LaterStep(data: LaterData) {
  useMediaReload();
  const refused = useActionAnswer<FormState>();
  const isOwn = ownForms[data.step]?.includes(refused?.values.intent ?? '');
  return (
    <>
      <div className="mb-4 empty:hidden">
        <Refusal message={isOwn ? undefined : refused?.message} />
      </div>
      <StepOf {...data} />
    </>
  );
}

function StepOf(data: LaterData) {
  switch (data.step) {
    case 'sample':
      return <SampleStep {...data} key={data.sample} />;
    case 'probe':
      return <ProbeStep {...data} key={data.material.material_id} />;
    case 'trim':
      return <TrimStep {...data} key={data.material.material_id} />;
    case 'detect':
      return <DetectStep {...data} key={data.material.material_id} />;
    case 'faces':
      return <FacesStep {...data} key={data.material.material_id} />;
    case 'photos':
      return <PhotosStep {...data} />;
    case 'batch':
      return <BatchStep {...data} key={data.batch.batch_id} />;
    case 'swap':
      return <SwapStep {...data} key={data.order.order_id} />;
    case 'result':
      return <ResultStep {...data} key={data.order.order_id} />;
  }
}
