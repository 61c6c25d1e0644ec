import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { useEffect, useRef, useState } from 'react';
import { moveStep } from '../draft.ts';
import type { Editor } from './use-editor.ts';

/** Lets a step be dragged to another place in the list. `edge` is the side at which the dragged step would be put. */
export const useStepDrag = (editor: Editor, id: string, index: number) => {
  const place = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<'top' | 'bottom'>();
  const latest = useRef({ editor, index });
  latest.current = { editor, index };
  const { mayEdit } = editor;
  useEffect(() => {
    const element = place.current;
    if (!element || !mayEdit) return;
    const edgeIn = (data: Record<string | symbol, unknown>) => {
      const closest = extractClosestEdge(data);
      return closest === 'top' || closest === 'bottom' ? closest : undefined;
    };
    return combine(
      draggable({
        element,
        getInitialData: () => ({ step: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data['step'] === 'string' && source.data['step'] !== id,
        getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(edgeIn(self.data)),
        onDragLeave: () => setEdge(undefined),
        onDrop: ({ source, self }) => {
          setEdge(undefined);
          const { draft, change, select } = latest.current.editor;
          const moved = String(source.data['step']);
          const from = draft.workflowComponents.findIndex((step) => step.id === moved);
          const before = latest.current.index + (edgeIn(self.data) === 'bottom' ? 1 : 0);
          change(moveStep(draft, moved, from < before ? before - 1 : before));
          select(moved);
        },
      }),
    );
  }, [id, mayEdit]);
  return { place, isDragged, edge };
};
