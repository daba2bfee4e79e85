import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { wideHandle } from '~/features/shell/visit';
import { DetectStep } from '~/features/tool/detect-step';
import { FacesStep } from '~/features/tool/faces-step';
import { toolPageAt } from '~/features/tool/pages';
import { ProbeStep } from '~/features/tool/probe-step';
import { ResultStep } from '~/features/tool/result-step';
import { SampleStep } from '~/features/tool/sample-step';
import { actInTool } from '~/features/tool/server/act.server';
import { loadTool, type ToolData } from '~/features/tool/server/load-tool.server';
import { SwapStep } from '~/features/tool/swap-step';
import { TrimStep } from '~/features/tool/trim-step';
import { UploadStep } from '~/features/tool/upload-step';
import { announcementOf } from '~/features/tool/words';
import { pageMeta } from '~/meta';

const titles: Record<Exclude<ToolData['step'], 'upload' | 'sample'>, string> = {
  probe: 'Looking at the file',
  trim: 'Choose a part',
  detect: 'Looking for faces',
  faces: 'Choose faces',
  swap: 'Swapping',
  result: 'Your swap',
};

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const { title, description } = toolPageAt(location.pathname);
  if (!data || data.step === 'upload' || data.step === 'sample') return pageMeta({ title, description });
  return pageMeta({ title: titles[data.step], description, personal: true });
};

export const handle = wideHandle;

export const loader = (args: LoaderFunctionArgs) => loadTool(args);
export const action = (args: ActionFunctionArgs) => actInTool(args);

export default function FaceSwap() {
  const data = useLoaderData<typeof loader>();
  return (
    <main id="main" className="wrap wrap--wide tool">
      {/* Stays while the steps come and go, so that screen readers hear where one has led. */}
      <p className="sr-only" role="status">
        {announcementOf(data)}
      </p>
      <Step {...data} />
    </main>
  );
}

function Step(data: ToolData) {
  switch (data.step) {
    case 'upload':
      return <UploadStep {...data} />;
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
    case 'swap':
      return <SwapStep {...data} key={data.order.order_id} />;
    case 'result':
      return <ResultStep {...data} key={data.order.order_id} />;
  }
}
