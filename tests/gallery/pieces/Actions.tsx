import { Button, IconButton, LinkButton } from '../../../packages/app/src/ui/Button.tsx';
import { CopyField } from '../../../packages/app/src/ui/CopyField.tsx';
import { IconLink } from '../../../packages/app/src/ui/IconLink.tsx';
import { Link } from '../../../packages/app/src/ui/Link.tsx';
import { PickRow } from '../../../packages/app/src/ui/PickRow.tsx';
import { QrCode } from '../../../packages/app/src/ui/QrCode.tsx';
import { ActionRow, LinkRow, RowList } from '../../../packages/app/src/ui/RowList.tsx';
import { Piece, Wide } from '../Piece.tsx';

const LOOKS = ['primary', 'secondary', 'quiet', 'danger', 'inverse'] as const;
const COPY = { copy: 'Copy', copied: 'Copied', byHand: 'Press Ctrl+C' };
const nothing = () => {};

/** What is pressed. */
export function Actions() {
  return (
    <>
      <Piece name="Button">
        {LOOKS.map((look) => (
          <Button key={look} look={look}>
            {look}
          </Button>
        ))}
        <Button icon="plus">With icon</Button>
        <Button isDisabled>Disabled</Button>
        <Button look="primary" isPending>
          Pending
        </Button>
        <LinkButton href="/">Link</LinkButton>
        <IconButton icon="edit" label="Only an icon" />
        <IconButton icon="trash" label="Only an icon, disabled" isDisabled />
        <Wide>
          <Button wide>Wide</Button>
        </Wide>
      </Piece>
      <Piece name="CopyField">
        <CopyField
          label="Address"
          value="https://kreide.example.org/v1/calendars/4f9c1d.ics"
          description="Whoever has it can read the plan."
          texts={COPY}
        />
      </Piece>
      <Piece name="QrCode">
        <QrCode text="https://kreide.example.org/demo/register" label="An address" />
      </Piece>
      <Piece name="Link">
        <Link to="/more">All news</Link>
      </Piece>
      <Piece name="IconLink">
        <IconLink to="/more" icon="arrowLeft" label="To the page above" />
      </Piece>
      <Piece name="RowList">
        <Wide>
          <RowList label="Rows">
            <LinkRow href="/" icon="calendar" text="Leads to a page" />
            <LinkRow href="/" icon="bell" text="With a detail" about="Every Monday" end="12" />
            <ActionRow icon="logout" text="Does something" onPress={nothing} />
          </RowList>
        </Wide>
      </Piece>
      <Piece name="PickRow">
        <Wide>
          <PickRow className={undefined}>
            <span>Is chosen as a whole</span>
            <Button onPress={nothing}>Choose</Button>
          </PickRow>
        </Wide>
      </Piece>
    </>
  );
}
