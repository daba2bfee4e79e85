import { Link } from '@remix-run/react';

import { LegalPage, Operator, type LegalSection } from '~/features/legal/legal-page';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';

export const meta = () =>
  pageMeta({
    title: 'Content Monitoring Policy',
    description: 'What is not allowed on Faceswap, how results are marked, how reports are handled, and how to object.',
  });

const sections: LegalSection[] = [
  {
    title: 'What is not allowed',
    children: (
      <ul>
        <li>Anybody’s face without their permission.</li>
        <li>
          Sexual content, and any content that sexualises or endangers somebody under age. The latter is reported.
        </li>
        <li>Harassment, humiliation, threats, hatred.</li>
        <li>Deception: passing as somebody, invented news or evidence, fraud, interference with elections.</li>
        <li>Content you have no right to use.</li>
      </ul>
    ),
  },
  {
    title: 'Permission comes first',
    children: (
      <p>
        A face can only be added together with the statement that it is yours or that its owner agreed, and every swap
        repeats it for the material. The boxes are never ticked for you. We keep the wording, the time and the account.
      </p>
    ),
  },
  {
    title: 'Results say what they are',
    children: (
      <ul>
        <li>
          Every result carries a machine-readable mark, in pictures and in videos: the IPTC digital source type
          “composite with synthetic elements”, or “composite with trained algorithmic media” where a trained model
          painted. Marks that were in your upload already are kept.
        </li>
        <li>
          Results and exports in JPEG, PNG, WebP, GIF and MP4 are signed with Content Credentials (C2PA), which do not
          name you. Anybody can <Link to={paths.verify()}>check a file</Link>: whether it was made here, and whether it
          was altered since.
        </li>
        <li>By default every result shows an “AI modified” label in a corner.</li>
        <li>Nothing is published by us. There is no gallery and no search.</li>
      </ul>
    ),
  },
  {
    title: 'What is checked',
    children: (
      <>
        <p>
          Programs read files to find out what they are and who is in them, and whether they are copies of something
          that was taken down. Uploads, photos of faces, previews and results are checked for nudity before they are
          shown or charged, of videos every scene.
        </p>
        <ul>
          <li>
            <b>Stopped</b> is what seems to show nudity. The file is deleted; its scores and a small picture are kept
            for a review.
          </li>
          <li>
            <b>Refused</b> is what seems to show nudity together with a person who looks under age. The file is deleted,
            and no picture is kept. Nothing lifts a refusal. To be on the safe side, the program also refuses some
            adults who look young; a young face alone is never a reason.
          </li>
          <li>What is allowed leaves no record.</li>
        </ul>
        <p>
          People of <Operator /> look at media only when a program stopped it, when it was reported, when you ask for
          help with it, or when the law obliges us.
        </p>
      </>
    ),
  },
  {
    title: 'Reporting a picture',
    children: (
      <>
        <p>
          Anybody can report a picture or video with the <Link to={`${paths.contact()}#report`}>report form</Link>. It
          needs no account. Say where it is, who is shown and why it must go.
        </p>
        <p>
          Each report opens a case with a number and a time by which we act: 48 hours at most. What is taken down is
          removed with every copy, also in other sizes and formats, and stays gone.
        </p>
      </>
    ),
  },
  {
    title: 'What follows',
    children: (
      <ul>
        <li>Media that is not allowed is stopped or removed. Credits for a result that was stopped come back.</li>
        <li>
          Each refusal, and each stopped file that a person has judged to be rightly stopped, counts against the account
          for a year. Repeated ones suspend it; under <Link to={paths.myDecisions()}>Decisions</Link> you read how many
          there are and how many suspend.
        </li>
        <li>Authorities are told where the law asks for it.</li>
      </ul>
    ),
  },
  {
    title: 'If we were wrong',
    children: (
      <>
        <p>
          Under <Link to={paths.myDecisions()}>Decisions</Link> in your account you find all that was stopped in the
          last year, and can appeal each decision once. A person looks at it; the verdict and its reason come within 14
          days, by mail and on that page. If your appeal succeeds, the same file passes when you send it again. An
          appeal of a refusal is read and answered, too, but does not lift it.
        </p>
        <p>
          About what was taken down, and if your account is suspended, <Link to={paths.contact()}>write to us</Link>.
          Somebody who did not decide the first time looks again and answers within 14 days.
        </p>
      </>
    ),
  },
];

export default function ContentMonitoringPolicy() {
  return (
    <LegalPage
      title="Content Monitoring Policy"
      lead="A face belongs to somebody. These rules are part of the product, not of the small print."
      changed="2026-11-23"
      sections={sections}
    />
  );
}
