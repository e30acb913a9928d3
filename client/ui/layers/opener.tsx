import {
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

interface OpenerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button. */
  children: ReactNode;
  /** The layer, drawn about this place; it closes itself when something else is pressed. */
  layer: (place: ReactElement) => ReactNode;
}

/**
 * A button and what it opens. antd's layers wrap their button and begin to work with it; most are never opened, and a case
 * has thirty. Here the layer is drawn beside the button when it is first pressed, over a place of the button's size.
 */
export function Opener({ open, onOpenChange, children, layer }: OpenerProps) {
  const around = useRef<HTMLSpanElement>(null);
  const [used, setUsed] = useState(open);
  if (open && !used) setUsed(true);
  const isOpen = useEffectEvent(() => open);
  const change = useEffectEvent(onOpenChange);
  // Before the button can be seen: on a slow machine it is pressed sooner than a plain effect runs.
  useLayoutEffect(() => {
    const node = around.current;
    if (!node) return;
    // The layer closes with the press already, before the click that would open it anew.
    let wasOpen = false;
    const press = () => (wasOpen = isOpen());
    const click = ({ detail }: MouseEvent) => change(detail === 0 ? !isOpen() : !wasOpen);
    node.addEventListener('pointerdown', press);
    node.addEventListener('click', click);
    return () => {
      node.removeEventListener('pointerdown', press);
      node.removeEventListener('click', click);
    };
  }, []);
  return (
    <span className="opener" ref={around}>
      {children}
      {used && <Suspense fallback={null}>{layer(<span className="opener-place" />)}</Suspense>}
    </span>
  );
}
