import type { PopoverProps } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Popover } from './layers';
import { Opener } from './opener';

interface PopupProps extends Pick<PopoverProps, 'title' | 'placement'> {
  content: ReactNode;
  /** Its button. */
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

/** A popover for the keyboard too: it takes the focus when it opens, and its button has it again when it closes. */
export function Popup({ content, children, title, placement, ...given }: PopupProps) {
  const [own, setOwn] = useState(false);
  const open = given.open ?? own;
  const opener = useRef<Element | null>(null);
  const place = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const button = opener.current;
    if (open || !(button instanceof HTMLElement)) return;
    opener.current = null;
    const now = document.activeElement;
    if (now === document.body || place.current?.contains(now)) button.focus({ preventScroll: true });
  }, [open]);
  const change = (next: boolean) => {
    if (next) opener.current = document.activeElement;
    setOwn(next);
    given.onOpenChange?.(next);
  };
  return (
    <Opener
      open={open}
      onOpenChange={change}
      layer={(where) => (
        <Popover
          trigger="click"
          destroyOnHidden
          title={title}
          {...(placement && { placement })}
          open={open}
          onOpenChange={change}
          content={<Body place={place}>{content}</Body>}
        >
          {where}
        </Popover>
      )}
    >
      {children}
    </Opener>
  );
}

/** From here Tab leads to the first control, unless one is marked to begin with. */
function Body({ place, children }: { place: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  // Not when the node is made: it stands in no document before the effects.
  useEffect(() => {
    const node = place.current;
    if (!node || node.contains(document.activeElement)) return;
    (node.querySelector<HTMLElement>('[data-autofocus]') ?? node).focus({ preventScroll: true });
  }, [place]);
  return (
    <div className="popup" tabIndex={-1} ref={place}>
      {children}
    </div>
  );
}
