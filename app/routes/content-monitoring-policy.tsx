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
          Every result carries a machine-readable mark (IPTC digital source type “composite with synthetic elements”),
          in pictures and in videos. Marks that were in your upload already are kept.
        </li>
        <li>By default every result shows an “AI modified” label in a corner.</li>
        <li>Nothing is published by us. There is no gallery and no search.</li>
      </ul>
    ),
  },
  {
    title: 'What is looked at',
    children: (
      <p>
        Files are read by programs to find out what they are and who is in them. People of <Operator /> look at media
        only when it was reported, when you ask for help with it, or when the law obliges us.
      </p>
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
      <p>
        Depending on how grave it is: the media is removed, the account is warned or suspended, and authorities are told
        where the law asks for it. Credits for refused work come back.
      </p>
    ),
  },
  {
    title: 'If we were wrong',
    children: (
      <p>
        <Link to={paths.contact()}>Write to us</Link> with the number of the swap or the case. Somebody who did not
        decide the first time looks again and answers within 14 days.
      </p>
    ),
  },
];

export default function ContentMonitoringPolicy() {
  return (
    <LegalPage
      title="Content Monitoring Policy"
      lead="A face belongs to somebody. These rules are part of the product, not of the small print."
      changed="2026-11-21"
      sections={sections}
    />
  );
}
