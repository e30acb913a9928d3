/** `management/institution/tree`: the institutions that the viewer may see, each with its groups and queues. */
export interface InstitutionNode {
  id: number;
  name: string;
  parentId: number | null;
  groups: { id: number; name: string }[];
  queues: { id: number; name: string }[];
}
