import type { LoaderFunctionArgs } from '@remix-run/node';

import type { Input } from '#contract/calls';

import { exportInput } from '~/features/tool/result/export.server';
import { parseExportQuery } from '~/features/tool/result/export-choices';
import { pollTask } from '~/features/tool/poll-task.server';

export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, (api, query) => {
    const fields = exportInput(query.get('order') ?? '', parseExportQuery(query) ?? {});
    return api('faceswap_export_result', fields as Input<'faceswap_export_result'>);
  });
}
