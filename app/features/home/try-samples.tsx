import { Link, useNavigation } from '@remix-run/react';

import { samples, type Sample } from '~/features/tool/samples';
import { paths } from '~/lib/paths';

const offered = [
  { sample: 'two', label: 'Photo' },
  { sample: 'nod', label: 'GIF' },
  { sample: 'crossing', label: 'Video' },
] as const satisfies { sample: Sample; label: string }[];

/** Needs no account. */
export function TrySamples() {
  const { location } = useNavigation();
  return (
    <div className="try-samples">
      <span className="small faint">No file at hand? Try ours:</span>
      {offered.map(({ sample, label }) => (
        <Link key={sample} to={paths.tool(samples[sample].kind, { sample })} rel="nofollow">
          <img src={samples[sample].thumb} alt="" width={72} height={72} />
          {location?.search.includes(`sample=${sample}`) ? 'Opening…' : label}
        </Link>
      ))}
    </div>
  );
}
