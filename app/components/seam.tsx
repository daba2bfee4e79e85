import { Icon } from './icon';

interface Props {
  /** Percent from the left. */
  at: number;
  onMove: (at: number) => void;
}

/** The slider of a `.compare`, which sets `--split`. */
export function Seam({ at, onMove }: Props) {
  return (
    <>
      <input
        type="range"
        min={0}
        max={100}
        value={at}
        onChange={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
        aria-label="Compare original and result"
        aria-valuetext={`${100 - at} % result`}
      />
      <i className="compare__seam" />
      <span className="compare__grip">
        <Icon name="compare" />
      </span>
    </>
  );
}
