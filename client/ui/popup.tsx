import type { PopoverProps } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
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
  // From here Tab leads to the first control; a field that takes the focus by itself keeps it.
  const arrive = useCallback((node: HTMLDivElement | null) => {
    place.current = node;
    if (node && !node.contains(document.activeElement)) node.focus({ preventScroll: true });
  }, []);
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
          content={
            <div className="popup" tabIndex={-1} ref={arrive}>
              {content}
            </div>
          }
        >
          {where}
        </Popover>
      )}
    >
      {children}
    </Opener>
  );
}
