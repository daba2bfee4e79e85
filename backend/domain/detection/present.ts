import type { Output } from '#contract';
import type { AppContext } from '#backend/domain/context';
import { readLink } from '#backend/domain/media-links';
import { presentTask, type TaskRow } from '#backend/domain/task/present';

export async function presentDetection(
  deps: Pick<AppContext, 'db' | 'jobs' | 'storage' | 'now'>,
  task: TaskRow,
): Promise<Output<'upload_detect_result'>> {
  const persons = (task.persons ?? []).map(({ thumb_key, ...person }) => {
    const best_seen_ms = person.best_seen_ms ?? person.first_seen_ms;
    return {
      ...person,
      best_seen_ms,
      pose: person.pose ?? null,
      sightings: person.sightings ?? [{ at_ms: best_seen_ms, box: person.box }],
      spans: person.spans ?? [],
      thumb_url: readLink(deps, thumb_key),
    };
  });
  return { ...(await presentTask(deps, task)), persons };
}
