import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { wideHandle } from '~/lib/root-data';
import { toolPageAt } from '~/features/tool/pages';
import { toolAction } from '~/features/tool/tool-action.server';
import { loadTool, type ToolData } from '~/features/tool/load-tool.server';
import { UploadStep } from '~/features/tool/upload/upload-step';
import { announcement } from '~/features/tool/format';
import { pageMeta } from '~/lib/meta';
import { useFocusHeading } from '~/lib/use-focus-heading';
import { loadOnDemand } from '~/loading/hydrate-on-interaction';
import { HydrationBoundary } from '~/loading/hydration-boundary';

const titles: Record<Exclude<ToolData['step'], 'upload' | 'sample'>, string> = {
  probe: 'Checking the file',
  trim: 'Choose a part',
  detect: 'Looking for faces',
  faces: 'Choose faces',
  photos: 'Choose a face for several photos',
  batch: 'Several photos',
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
export const action = (args: ActionFunctionArgs) => toolAction(args);

const LaterStep = await loadOnDemand(async () => (await import('~/features/tool/later-step')).LaterStep);

export default function FaceSwap() {
  const data = useLoaderData<typeof loader>();
  useFocusHeading(data.step);
  return (
    <main id="main" className="wrap wrap--wide tool">
      {/* Stays mounted, so that screen readers announce changes. */}
      <p className="sr-only" role="status">
        {announcement(data)}
      </p>
      <HydrationBoundary>
        {data.step === 'upload' ? <UploadStep {...data} /> : <LaterStep {...data} />}
      </HydrationBoundary>
    </main>
  );
}
