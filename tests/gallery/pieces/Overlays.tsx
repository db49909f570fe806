import { useRef, useState } from 'react';
import { Button } from '../../../packages/app/src/ui/Button.tsx';
import { ConfirmDialog } from '../../../packages/app/src/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../packages/app/src/ui/Dialog.tsx';
import { FormFrame } from '../../../packages/app/src/ui/FormFrame.tsx';
import { Menu } from '../../../packages/app/src/ui/Menu.tsx';
import { Panel } from '../../../packages/app/src/ui/Panel.tsx';
import { SidePanel } from '../../../packages/app/src/ui/SidePanel.tsx';
import { TextField } from '../../../packages/app/src/ui/TextField.tsx';
import { Toasts } from '../../../packages/app/src/ui/Toasts.tsx';
import { toasts } from '../../../packages/app/src/ui/toast-store.ts';
import { Piece } from '../Piece.tsx';

const KINDS = ['error', 'warning', 'success', 'info'] as const;
const nothing = () => {};

/** What opens above the page. */
export function Overlays() {
  const [open, setOpen] = useState<'Dialog' | 'ConfirmDialog' | 'FormFrame' | 'SidePanel' | 'Panel' | null>(null);
  const trigger = useRef<HTMLSpanElement>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Piece name="Dialog">
        <Button onPress={() => setOpen('Dialog')}>Open dialog</Button>
        <Dialog
          title="Delete the item?"
          isOpen={open === 'Dialog'}
          onClose={close}
          closeLabel="Close"
          actions={
            <>
              <Button onPress={close}>Cancel</Button>
              <Button look="danger" onPress={close}>
                Delete
              </Button>
            </>
          }
        >
          <p>Nobody can read it any more.</p>
        </Dialog>
      </Piece>
      <Piece name="ConfirmDialog">
        <Button onPress={() => setOpen('ConfirmDialog')}>Open question</Button>
        {open === 'ConfirmDialog' && (
          <ConfirmDialog
            title="Sign out everywhere?"
            texts={{ confirm: 'Sign out', cancel: 'Stay', close: 'Close' }}
            icon="logout"
            onConfirm={close}
            onClose={close}
          >
            <p>Every device has to sign in again.</p>
          </ConfirmDialog>
        )}
      </Piece>
      <Piece name="FormFrame">
        <Button onPress={() => setOpen('FormFrame')}>Open form</Button>
        {open === 'FormFrame' && (
          <FormFrame
            title="New folder"
            formId="folder"
            texts={{ send: 'Create', cancel: 'Cancel', close: 'Close' }}
            onClose={close}
          >
            <form
              id="folder"
              onSubmit={(event) => {
                event.preventDefault();
                close();
              }}
            >
              <TextField label="Name" value="" onChange={nothing} />
            </form>
          </FormFrame>
        )}
      </Piece>
      <Piece name="SidePanel">
        <Button onPress={() => setOpen('SidePanel')}>Open side panel</Button>
        {open === 'SidePanel' && (
          <SidePanel label="Account" head={<h2>Account</h2>} onClose={close} closeLabel="Close">
            <p>At the side of the window.</p>
          </SidePanel>
        )}
      </Piece>
      <Piece name="Panel">
        <span ref={trigger}>
          <Button onPress={() => setOpen('Panel')}>Open panel</Button>
        </span>
        {open === 'Panel' && (
          <Panel title="Notifications" closeLabel="Close" triggerRef={trigger} onClose={close}>
            <p>Beside its button.</p>
          </Panel>
        )}
      </Piece>
      <Piece name="Menu">
        <Menu
          icon="dots"
          label="Open menu"
          entries={[
            { key: 'edit', text: 'Edit', icon: 'edit', onAction: nothing },
            { key: 'remove', text: 'Delete', onAction: nothing },
          ]}
        />
      </Piece>
      <Piece name="Toasts">
        {KINDS.map((kind) => (
          <Button key={kind} onPress={() => toasts.show(kind, `A toast of the kind ${kind}`)}>
            {kind}
          </Button>
        ))}
        <Toasts texts={{ region: 'Messages', close: 'Close message' }} />
      </Piece>
    </>
  );
}
