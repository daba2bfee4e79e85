import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';
import type { Task } from '#contract/index';

import { parseTime } from '~/features/tool/times';
import { ApiError } from '~/server/errors';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { Api, RouteArgs, Visitor } from '~/server/guards.server';

import { exportFields, parseExportQuery, type ExportQuery } from './export-choices';

export interface Exported {
  query: ExportQuery;
  task: Task;
  name: string;
  size: number | null;
  url: string | null;
}

/** `at` is a time as typed. */
export function exportInput(order_id: string, { format, size, sound, at }: ExportQuery): FormFields {
  const at_ms = at === undefined ? undefined : parseTime(at);
  return {
    order_id,
    ...(format && { format }),
    ...(size && { size }),
    ...(sound && { sound }),
    ...(at_ms && { at_ms: String(at_ms) }),
  };
}

/** Starts the export and returns to its page, whose address states the choices. */
export async function createExport({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const query = parseExportQuery(new URLSearchParams(fields)) ?? {};
  if (query.at && parseTime(query.at) === null) {
    return formError(fields, { fields: { at_ms: 'Type a time like 0:02.9.' } });
  }
  const checked = checkFields(calls.faceswap_export.input, exportInput(fields.order_id ?? '', query));
  if (!checked.success) return formError(fields, checked);
  await api('faceswap_export', checked.value);
  // No fragment: a page with one would not be reloaded by the refresh without script.
  const { pathname, searchParams } = new URL(request.url);
  for (const name of exportFields) searchParams.delete(name);
  for (const [name, value] of Object.entries(query)) searchParams.set(name, value);
  return redirect(`${pathname}?${searchParams}`);
}

/** Null without an export of these choices. Starts nothing. */
export async function loadExport(api: Api, orderId: string, search: URLSearchParams): Promise<Exported | null> {
  const query = parseExportQuery(search);
  const checked = query && checkFields(calls.faceswap_export_result.input, exportInput(orderId, query));
  if (!checked?.success) return null;
  try {
    const { name, size, download_url: url, ...task } = await api('faceswap_export_result', checked.value);
    return { query: query!, task, name, size, url };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return null;
  }
}
