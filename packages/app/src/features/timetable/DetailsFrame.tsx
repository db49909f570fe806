import type { ReactNode } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { RailPanel } from './RailPanel.tsx';

interface DetailsFrameProps {
  title: string;
  /** Beside the plan, on a wide screen; else in a dialog above it. */
  isBeside: boolean;
  /** The subject of the details: another one appears in the same place. */
  about: string;
  /** Whether the details bring a heading of their own. */
  hasHeading?: boolean;
  closeLabel: string;
  onClose: () => void;
  children: ReactNode;
}

/** Where the details of a lesson stand. */
export function DetailsFrame({ isBeside, about, hasHeading = false, children, ...frame }: DetailsFrameProps) {
  if (!isBeside) {
    return (
      <Dialog {...frame} isOpen>
        {children}
      </Dialog>
    );
  }
  return (
    <RailPanel {...frame} about={about} hasHeading={hasHeading}>
      {children}
    </RailPanel>
  );
}
