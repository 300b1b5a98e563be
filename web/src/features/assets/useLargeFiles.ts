import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { toast } from "@/ui/toast";
import { addressOf, discardUpload, myUploads } from "@/uploads/api";
import { fileProblem } from "@/uploads/check";
import { uploadTargets } from "@/uploads/remembered";
import type { KeptUpload, Purpose } from "@/uploads/types";
import { useUploads } from "@/uploads/useUploads";
import {
  attach,
  attachAgain,
  attachments,
  type Failure,
  failureOf,
  giveUp,
  isRefused,
  sendFor,
} from "./largeFiles";

/** The large files of a purpose on their way to an asset, and how more are sent. */
export function useLargeFiles(asset: OwnAsset, purpose: Purpose) {
  const queue = useUploads();
  const queries = useQueryClient();
  const mine = useQuery(myUploads());
  const known = useStore(attachments);
  const [refused, setRefused] = useState<string>();
  const { _id: id, media } = asset;
  const isEmpty = !media.some((one) => one.purpose === purpose);

  const items = queue.items.filter(({ key, purpose: what }) => {
    const attachment = known[key];
    return what === purpose && attachment?.target._id === id;
  });
  const refusals = items.filter(({ key }) => {
    const attachment = known[key];
    return attachment !== undefined && isRefused(attachment);
  });
  const isSending = items.length > refusals.length;

  /** Whether an upload that is not in the queue is this asset's, or may be. */
  function isOurs(uploadId: string): boolean {
    if (queue.items.some((one) => one.uploadId === uploadId)) return false;
    const target = uploadTargets.find(uploadId);
    // Begun on another device, whose memory this one has not.
    return target === undefined ? isEmpty : target === id;
  }
  const kept = (mine.data?.data ?? []).filter((one) => one.purpose === purpose && isOurs(one._id));
  const arrived = kept.filter(({ finished }) => finished);
  const { failures, takeAgain } = useArrived(asset, purpose, arrived);

  /** Whether a file may be sent; if not, `refused` says why. */
  function admits(file: File): boolean {
    const allowed = mine.data?.allowed[purpose];
    const problem = allowed && fileProblem(file, purpose, allowed);
    setRefused(problem);
    return problem === undefined;
  }

  const failed: FailedFile[] = [
    ...items.flatMap(({ key, name, size }) => {
      const { problem, isUnsure = false, isUnfit = false } = known[key] ?? {};
      if (problem === undefined) return [];
      const again = () => attachAgain(queue, key, queries);
      const drop = () => giveUp(queue, key, queries);
      return [{ key, name, size, problem, isUnsure, isUnfit, again, drop }];
    }),
    ...arrived.flatMap(({ _id, name, length: size }) => {
      const found = failures[_id];
      if (found === undefined) return [];
      const again = () => takeAgain(_id);
      const drop = () => discardUpload(_id, queries);
      return [{ key: _id, name, size, ...found, again, drop }];
    }),
  ];

  function send(file: File, address?: string) {
    if (!admits(file)) return;
    // The new file takes the place of what is of no use. Anything else may have taken hours to send.
    for (const { isUnfit, drop } of failed) {
      if (isUnfit) drop().catch((error: unknown) => toast.error(messageOf(error)));
    }
    sendFor(queue, { target: asset, purpose, file, queries, ...(address && { address }) });
  }

  return {
    allowed: mine.data?.allowed[purpose],
    /** Of files that are being sent, or wait for their file. */
    isUnderWay: isSending || kept.some(({ finished }) => !finished),
    /** What is being sent now; a submission would miss it. */
    isSending,
    /** Why the last chosen file cannot be sent. */
    refused,
    /** What has arrived and could not become part of the asset. */
    failed,
    /** Uploaded on another device, and used by nothing. */
    unused: arrived.filter(({ _id }) => uploadTargets.find(_id) === undefined),
    /** Which of the uploads are shown as such: `failed` tells of those that were refused. */
    shows: ({ key, uploadId }: { key?: string; uploadId: string | undefined }) =>
      key === undefined
        ? uploadId !== undefined && isOurs(uploadId)
        : items.some((one) => one.key === key) && !refusals.some((one) => one.key === key),
    /** Whether it becomes part of the asset just now, which nothing can take back. */
    isAdding: (key: string) => known[key]?.isAdding === true,
    admits,
    send,
    sendOn: (file: File, uploadId: string) => send(file, addressOf(uploadId)),
    use: (uploadId: string) => attach(asset, purpose, uploadId, queries),
    discard: (uploadId: string) => discardUpload(uploadId, queries),
  };
}

export type LargeFiles = ReturnType<typeof useLargeFiles>;

/** A file that has arrived and could not become part of its asset. */
export type FailedFile = Omit<Failure, "isRetryable"> & {
  key: string;
  name: string;
  size: number;
  again: () => void;
  /** Removes it from the site. */
  drop: () => Promise<void>;
};

/**
 * What had arrived when the page was left becomes part of its asset as soon as somebody looks, one
 * after another. What could not is told with the reason, and keeps none of the others waiting.
 */
function useArrived(asset: OwnAsset, purpose: Purpose, arrived: readonly KeptUpload[]) {
  const queries = useQueryClient();
  const [failures, setFailures] = useState<Readonly<Record<string, Failure>>>({});
  const first = arrived.find(
    ({ _id }) => uploadTargets.find(_id) === asset._id && failures[_id] === undefined,
  )?._id;
  const take = useEffectEvent((uploadId: string) => {
    attach(asset, purpose, uploadId, queries).catch((error: unknown) => {
      setFailures((others) => ({ ...others, [uploadId]: failureOf(error) }));
    });
  });
  useEffect(() => {
    if (first !== undefined) take(first);
  }, [first]);

  function takeAgain(uploadId: string) {
    const { [uploadId]: _, ...others } = failures;
    setFailures(others);
  }
  return { failures, takeAgain };
}
