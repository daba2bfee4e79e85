import type { MaterialQuality } from '#contract/index';

import { credits } from '~/lib/credits';

interface Props {
  form: string;
  qualities: MaterialQuality[];
  chosen: string;
  onChoose: (id: string) => void;
  /** Follows each price. */
  each?: string;
}

/** Nothing to choose: no question. Each shows its price: without script the page states no total. */
export function QualityChoice({ form, qualities, chosen, onChoose, each = '' }: Props) {
  if (qualities.length < 2) return null;
  return (
    <fieldset className="quality">
      <legend className="field__label">Quality</legend>
      {qualities.map(({ id, name, price }) => (
        <label key={id} className="quality__option">
          <input
            type="radio"
            form={form}
            name="quality"
            value={id}
            checked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{name}</b>
            {price === null ? null : <span className="tiny faint tabular-nums">{credits(price) + each}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
