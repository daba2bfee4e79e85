import { Form, useSearchParams } from '@remix-run/react';
import { useState } from 'react';

import { ButtonLink } from '~/components/button';
import { useRefreshWhile } from '~/lib/use-refresh-while';

import { choicesQuery, parseChoices } from '~/features/tool/choices';
import { ChoosingStage, matchesChoices, previewError } from '~/features/tool/faces/choosing-stage';
import { MovingStage } from '~/features/tool/moving-stage';
import { PersonChoice, type FaceOption } from '~/features/tool/faces/person-choice';
import { PreviewRow } from '~/features/tool/faces/preview-row';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { SampleDock } from './sample-dock';
import { portraitName, sampleFaces, samples, portraitThumb } from '~/features/tool/samples';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { useToolPath } from '~/features/tool/tool-path';
import { useChoices } from '~/features/tool/faces/use-choices';
import { selectedPart } from '~/features/tool/format';

const tryForm = 'try';

const faces: FaceOption[] = sampleFaces.map((portrait) => ({
  face_id: portrait,
  thumb_url: portraitThumb(portrait),
  name: portraitName(portrait),
}));

/** Swap of a sample with sample faces, up to a preview, without an account. The URL holds the whole state. */
export function SampleStep(data: StepData<'sample'>) {
  const { sample, persons, material } = data;
  const isWaiting = persons.length === 0;
  useRefreshWhile(isWaiting);
  const toolPath = useToolPath();
  return (
    <>
      <ToolHeader
        title={samples[sample].name}
        detail={samples[sample].about}
        now="Faces"
        links={{ Upload: toolPath() }}
      />
      {isWaiting ? (
        <div className="tool__grid">
          <RefreshWithoutScript />
          <MovingStage material={{ ...material, thumb_url: samples[sample].thumb }} dimmed>
            <i className="viewfinder viewfinder--stage" />
          </MovingStage>
          <div className="panel tool__panel">
            <p className="panel__body" role="status">
              Looking for faces
            </p>
          </div>
        </div>
      ) : (
        <Choosing {...data} />
      )}
    </>
  );
}

function Choosing({ sample, material, persons, price, preview, isLoggedIn }: StepData<'sample'>) {
  const [open, setOpen] = useState(persons[0]!.key);
  const [search] = useSearchParams();
  const previewed = parseChoices(search);
  const { choices, choose } = useChoices({
    form: tryForm,
    subject: sample,
    persons,
    faces,
    activePerson: open,
    initial: previewed,
    addedFace: null,
  });
  const shown = matchesChoices(previewed, choices) ? preview : null;
  const toolPath = useToolPath();
  return (
    <div className="tool__grid">
      <ChoosingStage
        material={material}
        persons={persons}
        open={open}
        preview={shown}
        place={{ sample, ...choicesQuery(previewed) }}
      />
      <div className="panel tool__panel">
        <div className="panel__head">
          <h2 className="t-card">Who becomes whom?</h2>
        </div>
        <Form method="get" id={tryForm}>
          <input type="hidden" name="sample" value={sample} />
        </Form>
        <div className="grid gap-0.5 px-2 py-3">
          {persons.map((person, index) => (
            <PersonChoice
              key={person.key}
              form={tryForm}
              person={person}
              name={`Person ${index + 1}`}
              faces={faces}
              chosen={choices[person.key] ?? ''}
              onChoose={(face) => choose(person.key, face)}
              part={selectedPart(material)}
              isOpen={person.key === open}
              onOpen={() => setOpen(person.key)}
            />
          ))}
          <PreviewRow form={tryForm} field="preview" error={previewError(shown)} />
        </div>
        <SampleDock
          form={tryForm}
          price={price}
          isLoggedIn={isLoggedIn}
          here={toolPath({ sample, ...choicesQuery(choices), ...(shown && { preview: '1' }) })}
        />
        <p className="panel__body pt-0">
          <ButtonLink block look="ghost" to={toolPath()}>
            Use a file of your own
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
