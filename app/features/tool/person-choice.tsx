import type { Face as FaceData, Person } from '#contract/index';

import { Face, FaceChip } from '~/components/face';
import { Icon } from '~/components/icon';

interface Props {
  /** Id of the form that asks for the swap. */
  form: string;
  person: Person;
  name: string;
  faces: FaceData[];
  /** The chosen face's id; empty keeps the person's own. */
  chosen: string;
  onChoose: (faceId: string) => void;
  isOpen: boolean;
  onOpen: () => void;
}

/** One person and the faces they can get: a disclosure of radio buttons, so that it needs no script. */
export function PersonChoice({ form, person, name, faces, chosen, onChoose, isOpen, onOpen }: Props) {
  const face = faces.find((entry) => entry.face_id === chosen);
  const field = `face.${person.key}`;
  return (
    <details className="person" name="person" open={isOpen} onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary className="person__head">
        <Face size={52} src={person.thumb_url} />
        <span>
          <b className="block">{name}</b>
          <span className={`small ${face ? 'text-hot' : 'muted'}`}>
            {face ? 'Gets another face' : 'Keeps their own face'}
          </span>
        </span>
        <span className="person__to">
          <Icon name="arrow-right" size={16} />
          <Face size={52} src={face?.thumb_url ?? person.thumb_url} ring={Boolean(face)} />
        </span>
      </summary>
      <fieldset className="person__faces">
        <legend className="sr-only">Face for {name}</legend>
        <div className="chips">
          <FaceChip
            src={person.thumb_url}
            label="Keep original"
            form={form}
            name={field}
            value=""
            checked={chosen === ''}
            onChoose={() => onChoose('')}
          />
          {faces.map(({ face_id, thumb_url }, index) => (
            <FaceChip
              key={face_id}
              src={thumb_url}
              form={form}
              label={`Face ${faces.length - index}`}
              name={field}
              value={face_id}
              checked={chosen === face_id}
              onChoose={() => onChoose(face_id)}
            />
          ))}
        </div>
      </fieldset>
    </details>
  );
}
