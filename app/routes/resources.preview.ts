import type { LoaderFunctionArgs } from '@remix-run/node';

import { placeOf } from '~/features/tool/tool-state.server';
import { pollTask } from '~/features/tool/poll-task.server';
import { askForPreview } from '~/features/tool/faces/preview.server';
import { paths } from '~/lib/paths';
import { openVisit, requireUser } from '~/server/guards.server';

/** How a preview stands, for the page that waits for it. Those of our own media are anybody's. */
export function loader(args: LoaderFunctionArgs) {
  const place = placeOf(args.request);
  const open = place.material ? requireUser : openVisit;
  return pollTask(args, paths.faceSwap(), (api) => askForPreview(api, place), open);
}
