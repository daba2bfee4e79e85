import { FaceChip } from '~/components/face';

import type { FaceOption } from './face-options';

interface Props {
  /** Id of the swap form. */
  form: string;
  name: string;
  faces: FaceOption[];
  /** Face ids, the preferred photo first. */
  chosen: string[];
  onChoose: (photos: string[]) => void;
}

/** Further photos of the chosen face: the engine uses the one nearest in pose. */
export function MorePhotos({ form, name, faces, chosen, onChoose }: Props) {
  const others = faces.filter(({ face_id, sample }) => !sample && face_id !== chosen[0]);
  if (others.length === 0) return null;
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((photo) => photo !== id) : [...chosen, id]);
  return (
    <details className="mt-3" open={chosen.length > 1 || undefined}>
      <summary className="link small">More photos of the same person</summary>
      <p className="tiny faint mt-2">Add photos of the face you chose, from other sides. Not other people.</p>
      <div className="chips mt-2">
        {others.map(({ face_id, thumb_url, name: label }) => (
          <FaceChip
            key={face_id}
            type="checkbox"
            src={thumb_url}
            form={form}
            label={`Also ${label}`}
            name={name}
            value={face_id}
            checked={chosen.includes(face_id)}
            onChoose={() => toggle(face_id)}
          />
        ))}
      </div>
    </details>
  );
}
