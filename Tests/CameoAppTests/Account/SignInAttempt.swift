@testable import CameoApp

@MainActor
func attempt(_ address: String, _ token: String) -> SignIn {
    SignIn(address: address, token: token, loadsExternalPictures: true)
}

/// Why an attempt does not work.
@MainActor
func reason(of attempt: SignIn) async -> SignInError? {
    do throws(SignInError) {
        _ = try await attempt.run()
        return nil
    } catch {
        return error
    }
}
