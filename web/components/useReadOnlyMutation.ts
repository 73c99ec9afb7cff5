import { notifications } from '@mantine/notifications'
import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { describeError } from '../describeError.ts'

/** A mutation that changes nothing on the server: nothing is read again after it, and a failure is a notification. */
export const useReadOnlyMutation = <Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) =>
  useMutation({
    onError: (error) => notifications.show({ color: 'red', message: describeError(error) }),
    onSettled: () => {},
    ...options,
  })
