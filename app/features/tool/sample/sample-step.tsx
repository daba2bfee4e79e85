import { Form, useSearchParams } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { paths } from '~/lib/paths';
import { soonMs, useRefreshWhile } from '~/lib/use-refresh-while';

import { choicesQuery, parseChoices } from '~/features/tool/choices';
import { LogInChip } from '~/features/tool/faces/add-chip';
import { ChoosingStage, previewError, previewOf } from '~/features/tool/faces/choosing-stage';
import { faceOptions } from '~/features/tool/faces/face-options';
import { PersonsPanel } from '~/features/tool/faces/persons-panel';
import { PreviewRow } from '~/features/tool/faces/preview-row';
import { useChoices } from '~/features/tool/faces/use-choices';
import { useOpenPersons } from '~/features/tool/faces/use-open-persons';
import type { StepData } from '~/features/tool/load-tool.server';
import { MovingStage } from '~/features/tool/moving-stage';
import { samples } from '~/features/tool/samples';
import { ToolHeader } from '~/features/tool/steps';
import { useToolPath } from '~/features/tool/tool-path';

import { SampleDock } from './sample-dock';

const tryForm = 'try';

const faces = faceOptions([]);

/** No account needed. The URL holds the whole state. */
export function SampleStep(data: StepData<'sample'>) {
  const { sample, persons, material } = data;
  const isWaiting = persons.length === 0;
  useRefreshWhile(isWaiting, soonMs);
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
  const [search] = useSearchParams();
  const previewed = parseChoices(search);
  const rows = useOpenPersons(persons);
  const { choices, choose } = useChoices({ form: tryForm, subject: sample, persons, faces });
  const shown = previewOf(preview, previewed, choices);
  const toolPath = useToolPath();
  const here = toolPath({ sample, ...choicesQuery(choices), ...(shown && { preview: '1' }) });
  return (
    <div className="tool__grid tool__grid--choosing">
      <ChoosingStage
        material={material}
        persons={persons}
        active={rows.active}
        target={(person) => ({
          onOpen: () => rows.toggle(person, true),
          onFace: (face) => choose(person, face),
        })}
        preview={shown}
        previewed={previewed}
        place={{ sample }}
      />
      <div className="panel tool__panel">
        <Form method="get" id={tryForm}>
          <input type="hidden" name="sample" value={sample} />
        </Form>
        <PersonsPanel
          form={tryForm}
          persons={persons}
          faces={faces}
          choices={choices}
          choose={choose}
          rows={rows}
          isMoving={material.kind !== 'photo'}
          addChip={() =>
            isLoggedIn ? null : <LogInChip label="Log in to use your own face" href={paths.loginGoogle(here)} />
          }
        >
          <PreviewRow form={tryForm} field="preview" error={previewError(shown)} />
        </PersonsPanel>
        <SampleDock form={tryForm} price={price} isLoggedIn={isLoggedIn} here={here} />
        <p className="panel__body pt-0">
          <ButtonLink block look="ghost" to={toolPath()}>
            Use a file of your own
          </ButtonLink>
        </p>
      </div>
    </div>
  );
}
