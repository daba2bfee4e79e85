import type { MaterialQuality } from '#contract/index';

import { credits } from '~/lib/credits';

interface Props {
  form: string;
  qualities: MaterialQuality[];
  chosen: string;
  onChoose: (id: string) => void;
}

/** Nothing to choose: no question. Each shows its price, because without script the total is that of the default. */
export function QualityChoice({ form, qualities, chosen, onChoose }: Props) {
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
            defaultChecked={id === chosen}
            onChange={() => onChoose(id)}
          />
          <span>
            <b>{name}</b>
            {price === null ? null : <span className="tiny faint tabular-nums">{credits(price)}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
