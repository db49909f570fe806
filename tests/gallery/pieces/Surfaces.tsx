import { useState } from 'react';
import { Avatar } from '../../../packages/app/src/ui/Avatar.tsx';
import { Banner } from '../../../packages/app/src/ui/Banner.tsx';
import { Button } from '../../../packages/app/src/ui/Button.tsx';
import { Card } from '../../../packages/app/src/ui/Card.tsx';
import { CardSection } from '../../../packages/app/src/ui/CardSection.tsx';
import { ChalkDrawing } from '../../../packages/app/src/ui/ChalkDrawing.tsx';
import { DRAWINGS, type DrawingName } from '../../../packages/app/src/ui/drawings.ts';
import { HintCard } from '../../../packages/app/src/ui/HintCard.tsx';
import { Icon, type IconName } from '../../../packages/app/src/ui/Icon.tsx';
import { InfoCard } from '../../../packages/app/src/ui/InfoCard.tsx';
import { ICON_PATHS } from '../../../packages/app/src/ui/icon-paths.ts';
import { LATE_ICON_PATHS } from '../../../packages/app/src/ui/late-icons.ts';
import { Problem, ProblemNote } from '../../../packages/app/src/ui/Problem.tsx';
import { SKELETON_TYPES, Skeleton } from '../../../packages/app/src/ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '../../../packages/app/src/ui/States.tsx';
import { StepFoot, Steps } from '../../../packages/app/src/ui/Steps.tsx';
import { Tag } from '../../../packages/app/src/ui/Tag.tsx';
import { Piece, Wide } from '../Piece.tsx';

const TAGS = ['plain', 'accent', 'success', 'warning', 'danger', 'info', 'inverse', 'outline', 'dashed'] as const;
const BANNERS = ['info', 'warning', 'danger', 'inverse'] as const;
const nothing = () => {};

/** Closes as it does in the app; what it was about is then the only thing left. */
function Hint() {
  const [isShown, setShown] = useState(true);
  return isShown ? (
    <HintCard
      title="Good to know"
      texts={{ close: 'Close', closed: 'Hint closed', undo: 'Bring it back' }}
      onClosed={() => setShown(false)}
    >
      What is closed can be brought back for a while.
    </HintCard>
  ) : (
    <p>The hint has closed</p>
  );
}

/** What is looked at. */
export function Surfaces() {
  return (
    <>
      <Piece name="Avatar">
        {Array.from({ length: 12 }, (_, id) => (
          <Avatar key={id} id={id} name={['Ada', 'Lovelace']} />
        ))}
        <Avatar id={1} name={['10b']} isGroup />
        <Avatar id={2} name={['Ada', 'L']} size="s" />
        <Avatar id={3} name={['Ada', 'L']} size="l" />
      </Piece>
      <Piece name="CardSection">
        <CardSection title="Homework" href="#book" link="Class book">
          <p>Page 12, numbers 3 to 5</p>
        </CardSection>
      </Piece>
      <Piece name="Tag">
        {TAGS.map((look) => (
          <Tag key={look} look={look}>
            {look}
          </Tag>
        ))}
        <Tag icon="pin">pinned</Tag>
      </Piece>
      <Piece name="Problem">
        <Problem text="This name is taken." />
        <Problem text={null} />
        <ProblemNote text="Again in 12 seconds." icon="clock" />
      </Piece>
      <Piece name="Banner">
        {BANNERS.map((kind) => (
          <Banner
            key={kind}
            kind={kind}
            icon="info"
            action={<Button look={kind === 'inverse' ? 'inverse' : 'secondary'}>Undo</Button>}
          >
            A line of the kind {kind}.
          </Banner>
        ))}
      </Piece>
      <Piece name="Card">
        <Card>Things that belong together</Card>
        <Card isRoomy>Alone on a page</Card>
      </Piece>
      <Piece name="InfoCard">
        <InfoCard title="What this page does" closeLabel="Close" onClose={nothing}>
          It explains itself to those who are new, until it is put away.
        </InfoCard>
      </Piece>
      <Piece name="Steps">
        <Steps
          label="Steps"
          done="done"
          current="text"
          steps={[
            { key: 'whom', name: 'Receivers', to: '/whom' },
            { key: 'text', name: 'Text', to: '/text' },
            { key: 'check', name: 'Check', to: null },
          ]}
        />
        <StepFoot>
          <span>Back</span>
          <span>Next</span>
        </StepFoot>
      </Piece>
      <Piece name="HintCard">
        <Hint />
      </Piece>
      <Piece name="Icon">
        {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
        {([16, 20, 32, 40] as const).map((size) => (
          <Icon key={size} name="school" size={size} />
        ))}
      </Piece>
      <Piece name="LateIcon">
        {(Object.keys(LATE_ICON_PATHS) as IconName[]).map((name) => (
          <Icon key={name} name={name} />
        ))}
      </Piece>
      <Piece name="ChalkDrawing">
        {(Object.keys(DRAWINGS) as DrawingName[]).map((name) => (
          <figure key={name}>
            <ChalkDrawing name={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Piece>
      <Piece name="Skeleton">
        {SKELETON_TYPES.map((type) => (
          <Wide key={type}>
            <Skeleton type={type} items={2} label={`Loading: ${type}`} />
          </Wide>
        ))}
      </Piece>
      <Piece name="States">
        <Wide>
          <EmptyState icon="calendar" title="No lessons" text="Nothing is planned." headingLevel={3} />
        </Wide>
        <Wide>
          <ErrorState
            title="That did not work"
            text="The server does not answer."
            retryLabel="Try again"
            onRetry={nothing}
            headingLevel={3}
          />
        </Wide>
      </Piece>
    </>
  );
}
